"""What is wrong with an input, and the next step: one sentence for each error that the program raises.

A key that ends in names of lists (`….extra+missing`) is told where those lists are not empty.
"""

SENTENCES: dict[str, str | tuple[str, str]] = {
    # Cards and places
    "trouble.card-unreadable": "“{text}” is no card. Write rank and suit, such as 10H, ♥10 or ten of hearts, or ?? for a card not seen.",
    "trouble.card-ambiguous": "“{text}” could be more than one card: {candidates:name}. Which one is it?",
    "trouble.cards-missing": "A card is missing. Write rank and suit, such as 10H, ♥10 or ten of hearts.",
    "trouble.place-unreadable": "“{text}” is no place of this game. Its places are: {places}.",
    "trouble.place-ambiguous": "“{text}” could be more than one place. Which one is it: {candidates:label}?",
    "trouble.command-unknown": "“{text}” is no command. “help” lists them.",
    "trouble.command-ambiguous": "“{text}” could be more than one command. Which one is it: {candidates}?",
    "trouble.language-unknown": "“{text}” is no language that is spoken here. There are: {languages}.",
    # Events
    "trouble.event-missing": "An event is missing here.",
    "trouble.event-unknown": "“{word}” begins no event. Events begin with draw, move, series, deal, turn, redeal, undo, fix or end.",
    "trouble.event-unreadable": "“{text}” cannot be read at “{word}”. An event is written such as “move cell1 corner1” or “draw 9C waste”.",
    "trouble.event-place-missing": "“{text}” does not say where the card goes. Add the place.",
    "trouble.event-card-missing": "“{text}” does not say which card. Write it before the place, such as 10H.",
    "trouble.end-unreadable": "“{text}” does not say how the game ended. It ends with one of: {verdicts}.",
    "trouble.fix-unreadable": "“{text}” is no correction. Write the card as it was noted, then as it is: “fix 9H 6H”, perhaps with “line 12”.",
    "trouble.fix-nothing": "Nothing to correct: {card} is stated nowhere in the record.",
    "trouble.fix-not-on-line": "Nothing to correct: line {line} does not state {card}.",
    "trouble.undo-nothing": "There is nothing to take back.",
    # Games and their options
    "trouble.variant-unknown": "“{name}” is no game that is known here. There are: {variants}.",
    "trouble.variant-ambiguous": "“{name}” names more than one game: {candidates:game}. Choose one; “companion variants” tells them apart.",
    "trouble.option-unknown": "“{name}” is no option of this game. There are: {options}.",
    "trouble.option-value-unreadable": "“{value}” is no value of the option {name}. There are: {values}.",
    "trouble.option-unreadable": "“{text}” is no option. Write it as NAME=VALUE.",
    # Cards against the pack and the record
    "trouble.card-differs": "{stated} cannot lie {place:at}: by the record {known} lies there. Look again, or correct the earlier card with “fix”.",
    "trouble.card-too-many": "{card} has been noted already, {places:at}, and the game has no more of it. Look again, or correct the earlier card with “fix”.",
    "trouble.card-too-many.places": "{card} has been noted already, {places:at}, and the game has no more of it. Look again, or correct the earlier card with “fix”.",
    "trouble.deal-wrong": (
        "The deal has {count} card and needs {expected}.",
        "The deal has {count} cards and needs {expected}.",
    ),
    "trouble.deal-wrong.missing": (
        "The deal has {count} card and needs {expected}. Missing: {missing}.",
        "The deal has {count} cards and needs {expected}. Missing: {missing}.",
    ),
    "trouble.deal-wrong.extra": (
        "The deal has {count} card and needs {expected}. Too many: {extra}.",
        "The deal has {count} cards and needs {expected}. Too many: {extra}.",
    ),
    "trouble.deal-wrong.extra+missing": (
        "The deal has {count} card and needs {expected}. Missing: {missing}. Too many: {extra}.",
        "The deal has {count} cards and needs {expected}. Missing: {missing}. Too many: {extra}.",
    ),
    "trouble.deal-card-unreadable": "Line {line}: “{text}” is no card. Write rank and suit, such as 10H, or ?? for a card not known.",
    "trouble.seed-out-of-range": "{text} is no number of a deal. Give a whole number from 1 to {most}.",
    "trouble.library-broken": "This does not work here: {why}. “companion doctor” tells what is missing and how to get it; everything else works.",
    # Files
    "trouble.file-missing": "There is no file {file}.",
    "trouble.file-is-folder": "{file} is a folder. Name a log or a deal file in it.",
    "trouble.file-not-plain": "{file} is no plain file. Name a log or a deal file, or “-” for standard input.",
    "trouble.file-unreadable": "{file} cannot be read: {why}.",
    "trouble.log-too-faulty": (
        "{file} is no log of a game: by line {line} more than {count} of its lines are wrong, and it is read no further."
    ),
    "trouble.file-too-large": "{file} is no log: it is larger than {limit_mib} MiB.",
    "trouble.file-empty": "{file} is empty. A log begins with “companion-log 1”, a deal file with its first card.",
    "trouble.file-no-record": "{file} is neither a log nor a deal: it begins with “{first}”. A log begins with “companion-log 1”, a deal file with its first card.",
    "trouble.log-version-unreadable": "{file}: “{text}” names no version of the log. The first line should be “companion-log 1”.",
    "trouble.log-version-newer": "{file} is a log of version {version}; this program reads up to version {known}. A newer program is needed.",
    "trouble.log-exists": "{file} exists already and is never overwritten. Choose another name, or go on with it: “companion play --log {file}”.",
    "trouble.log-cannot-begin": "The log {file} cannot be begun: {why}. Choose another place with --log.",
    "trouble.log-cannot-append": "The log {file} cannot be continued: {why}.",
    "trouble.log-write-failed": "The log {file} could not be written: {why}.",
    "trouble.log-full": "{file} takes no more, so this was not noted: a log holds at most {limit_mib} MiB.",
    "trouble.log-gone": "The log {file} is no longer there: it has been deleted, moved or replaced.",
    "trouble.log-folder-gone": "There is no folder {folder} to keep {file} in.",
    "trouble.log-held-by": "The log {file} is in use by another game, process {process}. Close that one first.",
    "trouble.log-held": "The log {file} is in use by another game. Close that one first.",
    "trouble.file-unwritable": "{file} cannot be written: {why}.",
    "trouble.folder-missing": "There is no folder {file}.",
    # Settings
    "trouble.setting-unknown": "“{name}” is no setting. There are: {settings}.",
    "trouble.setting-value-unreadable": "“{value}” is no value of the setting {name}.",
    "trouble.settings-unreadable": "The settings in {file} cannot be read: {why}. Mend the file or delete it.",
    "trouble.settings-unwritable": "The settings could not be written to {file}: {why}.",
    # Photographs
    "trouble.photo-missing": "There is no photograph {file}.",
    "trouble.photo-folder": "{file} is a folder. Name the pictures in it, such as {file}/*.jpg.",
    "trouble.photo-not-a-file": "{file} is no plain file. Name a picture.",
    "trouble.photo-forbidden": "{file} may not be read. Look at its permissions.",
    "trouble.photo-empty": "{file} is empty. Copy the picture again.",
    "trouble.photo-too-big": "{file} has more bytes than a photograph of cards needs. Save it smaller.",
    "trouble.photo-too-many-pixels": "{file} says that it has more pixels than any camera makes, and was not unpacked.",
    "trouble.photo-not-an-image": "{file} is no picture that can be read. JPEG, PNG and WebP can, HEIC with the extra reader.",
    "trouble.photo-cut-short": "{file} is cut short or damaged. Copy the picture again.",
    "trouble.photo-needs-heif": "{file} is a HEIC picture. Install the reader for it, companion[heic], or save it as JPEG.",
    "trouble.mark-trouble": "The marked picture {file} cannot be written.",
    "trouble.pack-trouble": "{why}",
    "trouble.deck-sheets": "{count} cards do not go evenly into {photos} pictures. Name the cards of all the pictures with --cards.",
    "trouble.search-cards-first": "First name the card that was turned up {place:at}; before that nothing can be judged.",
    "trouble.dask-missing": "Spreading over machines needs Dask: pip install “companion[dask]”.",
    # The command line; the command with --help tells what it takes
    "trouble.usage-no-option": "There is no option “{text}”. --help tells which there are.",
    "trouble.usage-option": "The option “{text}” is not used so. --help tells how.",
    "trouble.usage-no-command": "There is no command “{text}”. --help lists them.",
    "trouble.usage-missing": "Something is missing: {name}. --help tells what is taken.",
    "trouble.usage-value": "The value given for {name} cannot be used. --help tells what is taken.",
    "trouble.usage-extra": "There is too much on the command line: {text}. --help tells what is taken.",
    "trouble.usage-wrong": "The command line cannot be read. --help tells what is taken. ({text})",
}
