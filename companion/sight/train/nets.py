"""The two networks: the finder (where are indices, how do they lie) and the reader (what does one say)."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import torch
from torch import nn

# Finder channels: heat, sub-cell offset x y, direction up x y, log height, card centre x y (in heights), ground face back, and these three
# again as the branch for backs tells them
FINDER_CHANNELS = 14
STRIDE = 4
# Reader outputs: 13 ranks, joker, none | 4 suits | correction of the pose | whether the card lies to its right
RANKS, SUITS, POSE, HAND = 15, 4, 6, 1
PATCH_W, PATCH_H = 40, 48
# How many index heights the patch is high.
PATCH_SPAN = 1.45


def conv(cin: int, cout: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(cin, cout, size, stride, size // 2, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True)
    )


class Finder(nn.Module):  # type: ignore[misc, unused-ignore]
    """A U-shaped fully convolutional net: BGR 0..1 picture in, `FINDER_CHANNELS` maps at a quarter of its size out."""

    def __init__(self) -> None:
        super().__init__()
        self.s2 = conv(3, 16, 2)
        self.s4 = nn.Sequential(conv(16, 32, 2), conv(32, 32))
        self.s8 = nn.Sequential(conv(32, 64, 2), conv(64, 64))
        self.s16 = nn.Sequential(conv(64, 96, 2), conv(96, 96), conv(96, 96))
        self.s32 = nn.Sequential(conv(96, 128, 2), conv(128, 128))
        self.up16 = conv(128, 96, size=1)
        self.m16 = conv(96, 96)
        self.up8 = conv(96, 64, size=1)
        self.m8 = nn.Sequential(conv(64, 64))
        self.up4 = conv(64, 32, size=1)
        self.m4 = nn.Sequential(conv(32, 48), conv(48, 48))
        self.head = nn.Conv2d(48, FINDER_CHANNELS - 3, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -4.0
        self.backs = Backs()

    def seen(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """What is seen at a quarter, an eighth, a 16th and a 32nd of the picture's size."""
        a = self.s4(self.s2(x - 0.5))
        b = self.s8(a)
        c = self.s16(b)
        return a, b, c, self.s32(c)

    def indices(self, a: torch.Tensor, b: torch.Tensor, c: torch.Tensor, d: torch.Tensor) -> torch.Tensor:
        """All maps but those of the branch for backs, from what `seen` gives; heat is a logit."""
        up = nn.functional.interpolate
        c = self.m16(c + up(self.up16(d), scale_factor=2, mode="nearest"))
        b = self.m8(b + up(self.up8(c), scale_factor=2, mode="nearest"))
        a = self.m4(a + up(self.up4(b), scale_factor=2, mode="nearest"))
        out: torch.Tensor = self.head(a)
        return out

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps of N × `FINDER_CHANNELS` × H/4 × W/4."""
        seen = self.seen(x)
        return torch.cat([self.indices(*seen), self.backs(*seen)], 1)


class Backs(nn.Module):  # type: ignore[misc, unused-ignore]
    """A branch of the finder that tells ground, face and back where cards are about `BACK_CARD_PX` high.

    It builds on what the finder sees, looks further around, and is trained after it, on tiles of its own; the finder's other maps stay as they are.
    """

    def __init__(self) -> None:
        super().__init__()
        self.s16, self.from16 = nn.Sequential(conv(64, 48, 2), conv(48, 48)), conv(96, 48, size=1)
        self.s32, self.from32 = nn.Sequential(conv(48, 56, 2), conv(56, 56)), conv(128, 56, size=1)
        self.around = conv(56, 56)
        self.up16, self.m16 = conv(56, 48, size=1), conv(48, 48)
        self.up8, self.from8, self.m8 = conv(48, 32, size=1), conv(64, 32, size=1), conv(32, 32)
        self.up4, self.from4, self.m4 = conv(32, 20, size=1), conv(32, 20, size=1), conv(20, 24)
        self.head = nn.Conv2d(24, 3, 1)

    def forward(self, a: torch.Tensor, b: torch.Tensor, c: torch.Tensor, d: torch.Tensor) -> torch.Tensor:
        """Logits of N × (ground, face, back) × H/4 × W/4 from what `Finder.seen` gives."""
        up = nn.functional.interpolate
        low = self.s16(b) + self.from16(c)
        deep = self.around(self.s32(low) + self.from32(d))
        low = self.m16(low + up(self.up16(deep), scale_factor=2, mode="nearest"))
        near = self.m8(self.from8(b) + up(self.up8(low), scale_factor=2, mode="nearest"))
        out: torch.Tensor = self.head(self.m4(self.from4(a) + up(self.up4(near), scale_factor=2, mode="nearest")))
        return out


class Reader(nn.Module):  # type: ignore[misc, unused-ignore]
    """Names an index that has been turned upright: 48 × 40 BGR patch in, ranks, suits and a pose correction out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16),
            conv(16, 32, 2),
            conv(32, 64),
            conv(64, 64),
            nn.MaxPool2d(2),
            conv(64, 96),
            conv(96, 96),
            nn.MaxPool2d(2),
            conv(96, 128),
        )
        self.flat = nn.Sequential(nn.Flatten(), nn.Linear(128 * 6 * 5, 192), nn.ReLU(inplace=True), nn.Dropout(0.2))
        self.out = nn.Linear(192, RANKS + SUITS + POSE + HAND)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """N × (15 rank logits, 4 suit logits, 6 pose numbers, side logit, 192 features that a learnt pack builds on)."""
        features = self.flat(self.body(x - 0.5))
        return torch.cat([self.out(features), features], 1)


def export(net: nn.Module, path: str, shape: tuple[int, ...], dynamic: dict[int, str]) -> None:
    """Write `net` as ONNX with the given dynamic axes of its input and output."""
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the older exporter is meant
        torch.onnx.export(
            net,
            (torch.zeros(shape),),
            path,
            input_names=["picture"],
            output_names=["maps"],
            opset_version=17,
            dynamic_axes={"picture": dynamic, "maps": dynamic},
            dynamo=False,
        )


def average(shadow: dict[str, Any], net: nn.Module, keep: float) -> None:
    """Move the running average of the weights a step towards `net`."""
    for name, value in net.state_dict().items():
        if value.dtype.is_floating_point:
            shadow[name].mul_(keep).add_(value.detach(), alpha=1 - keep)
        else:
            shadow[name].copy_(value)


def load_finder(path: Path) -> Finder:
    """A finder with the weights kept at `path`; those of one that was trained without its branch for backs will do."""
    net = Finder()
    net.load_state_dict(torch.load(path), strict=False)
    return net


def export_all(finder: Path, reader: Path, out: Path) -> None:
    """Write both nets from their weights as `finder.onnx` and `reader.onnx` into `out`."""
    second = Reader()
    second.load_state_dict(torch.load(reader))
    export(load_finder(finder), str(out / "finder.onnx"), (1, 3, 256, 256), {0: "n", 2: "h", 3: "w"})
    export(second, str(out / "reader.onnx"), (1, 3, PATCH_H, PATCH_W), {0: "n"})
