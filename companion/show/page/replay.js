"use strict";
// Replays one game. `GAME` is the JSON beside this script: places, cards, and for each step what changed at which place.
(() => {
  const GAME = JSON.parse(document.getElementById("game").textContent);
  const $ = (id) => document.getElementById(id);
  const stage = $("stage"), frame = $("frame");
  const cards = new Map(), spots = new Map();
  let at = 0, timer = null, pace = 900;

  // Every state in full: a few hundred steps of a few dozen numbers each.
  const states = [];
  for (const step of GAME.steps) {
    const piles = Object.assign({}, states.length ? states[states.length - 1] : {}, step.piles);
    states.push(piles);
  }

  const node = (tag, classes, parent) => {
    const made = document.createElement(tag);
    made.className = classes;
    parent.append(made);
    return made;
  };
  const suit = (letter, classes) =>
    `<svg class="${classes}" viewBox="0 0 100 100" aria-hidden="true">${GAME.suits[letter]}</svg>`;

  for (const spot of GAME.spots) {
    const place = { ...spot };
    place.empty = node("div", "spot", stage);
    place.empty.style.transform = `translate(${spot.x}px, ${spot.y}px) rotate(${spot.tilt}deg)`;
    place.label = node("div", "name", stage);
    place.label.textContent = spot.name;
    place.label.style.left = `${spot.x}px`;
    place.label.style.top = `${spot.y + spot.below}px`;
    for (const kind of ["height", "needs"]) {
      place[kind] = node("div", `pill ${kind}`, stage);
      place[kind].style.left = `${spot.x}px`;
      place[kind].style.top = `${spot.y + spot.edge}px`;
    }
    spots.set(spot.place, place);
  }
  GAME.cards.forEach((card, number) => {
    const made = node("div", `card ${card ? card.ink : "unseen"}`, stage);
    made.innerHTML = card
      ? `<b>${card.rank}</b>${suit(card.suit, "small")}${suit(card.suit, "large")}<span class="back"></span>`
      : '<b>??</b><span class="back"></span>';
    cards.set(number, made);
  });

  function show(number, glide) {
    const last = at;
    at = Math.max(0, Math.min(GAME.steps.length - 1, number));
    const step = GAME.steps[at], marks = new Set(step.marks);
    document.documentElement.style.setProperty("--pace", glide ? `${Math.min(420, pace * 0.6)}ms` : "1ms");
    for (const [name, place] of spots) {
      const pile = states[at][name];
      const top = pile.ids.length - 1;
      place.height.textContent = pile.ids.length > 1 || (place.built && pile.ids.length) ? `×${pile.ids.length}` : "";
      place.needs.textContent = pile.needs && pile.ids.length ? pile.needs : "";
      place.empty.textContent = pile.needs && !pile.ids.length ? pile.needs.replace("→", "") : "";
      pile.ids.forEach((id, index) => {
        const card = cards.get(id), depth = name === "stock" ? index : top - index;
        const shift = 1.6 * Math.min(depth, 4);
        const moved = card.dataset.place !== undefined && card.dataset.place !== name;
        card.style.transform = `translate(${place.x + shift}px, ${place.y + shift}px) rotate(${place.tilt}deg)`;
        card.style.zIndex = (name === "stock" ? 200 - index : 10 + index) + (moved && glide ? 1000 : 0);
        card.classList.toggle("down", name === "stock" || index < pile.down);
        card.classList.toggle("live", depth === 0 && step.live.includes(name));
        card.classList.toggle("mark", depth === 0 && name !== "stock" && marks.has(name));
        card.dataset.place = name;
      });
    }
    $("state").textContent = step.state;
    $("count").textContent = `${at} / ${GAME.steps.length - 1}`;
    $("slider").value = at;
    const told = $("told");
    told.replaceChildren();
    node("span", step.fault ? "fault" : "", told).textContent = step.told;
    if (step.note) node("span", "note", told).textContent = ` ${step.note}`;
    for (const item of document.querySelectorAll(".moves li[aria-current]")) item.removeAttribute("aria-current");
    const item = document.querySelector(`.moves li[data-step="${at}"]`);
    if (item) {
      item.setAttribute("aria-current", "step");
      const list = document.querySelector(".moves");
      if (item.offsetTop < list.scrollTop || item.offsetTop > list.scrollTop + list.clientHeight - 40)
        list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
    if (at !== last || number === 0) history.replaceState(null, "", `#${at}`);
  }

  const go = (number) => show(number, Math.abs(number - at) === 1);
  function stop() {
    clearInterval(timer);
    timer = null;
    $("play").textContent = "▶";
    $("play").setAttribute("aria-label", GAME.words.play);
    $("play").title = GAME.words.play;
  }
  function play() {
    if (timer !== null) return stop();
    if (at === GAME.steps.length - 1) show(0, false);
    $("play").textContent = "⏸";
    $("play").setAttribute("aria-label", GAME.words.pause);
    $("play").title = GAME.words.pause;
    const tick = () => (at === GAME.steps.length - 1 ? stop() : go(at + 1));
    timer = setInterval(tick, pace);
  }
  function faster(factor) {
    pace = Math.max(120, Math.min(4000, pace * factor));
    if (timer !== null) {
      clearInterval(timer);
      timer = null;
      play();
    }
  }
  const doings = {
    first: () => (stop(), show(0, false)),
    back: () => (stop(), go(at - 1)),
    play,
    forward: () => (stop(), go(at + 1)),
    last: () => (stop(), show(GAME.steps.length - 1, false)),
    slower: () => faster(1.5),
    faster: () => faster(1 / 1.5),
  };
  for (const [id, doing] of Object.entries(doings)) $(id).addEventListener("click", doing);
  $("slider").max = GAME.steps.length - 1;
  $("slider").addEventListener("input", (event) => (stop(), go(Number(event.target.value))));
  document.querySelector(".moves ol").addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) (stop(), go(Number(item.dataset.step)));
  });
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play", "+": "faster", "-": "slower" };
  document.addEventListener("keydown", (event) => {
    const doing = keys[event.key];
    const typed = event.target.matches("input") && event.key.startsWith("Arrow");
    if (!doing || typed || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target.matches("button")) return;
    event.preventDefault();
    doings[doing]();
  });

  function fit() {
    // The table, what is told of it and the buttons are to be seen at once; on a low screen the page scrolls instead.
    const room = Math.max(window.innerHeight - 290, 330) / GAME.height;
    const scale = Math.min(frame.clientWidth / GAME.width, room, 1.6);
    stage.style.transform = `translateX(${Math.max(0, (frame.clientWidth - GAME.width * scale) / 2)}px) scale(${scale})`;
    frame.style.height = `${GAME.height * scale}px`;
  }
  window.addEventListener("resize", fit);
  window.addEventListener("beforeprint", fit);
  fit();
  const wished = Number(location.hash.slice(1));
  show(Number.isInteger(wished) ? wished : 0, false);
})();
