"""The rules clause by clause, as `rules ID` prints them.

`CLAUSES` lists the ids in reading order. `clause.ID` is the text of a clause, `clause.ID.source` what it rests on.
"""

from companion.words.en.clause_sources import CLAUSE_SOURCES

_TEXT = {
    # ---- all games
    "G-1": "Ranks run ace, 2 to 10, jack, queen, king; the ace counts 1. Up means the next higher rank, down the next lower. "
    "Only the top card of a pile is available, and one card moves at a time, unless a clause says otherwise.",
    "G-2": "A deal lists the cards in the order in which they leave the pack: the first of the list is dealt or drawn first.",
    "G-3": "What a clause calls automatic follows a move at once, without a choice, and is recorded with it: a card turned up "
    "there must be named before anything is judged by it. Everything else is optional unless a clause says that it is forced.",
    "G-4": "When a text says to deal on or gather once nothing can be moved, that is for the player to say: it is allowed at any "
    "time. With strict_standstill=progress it waits while a card can go to a foundation, a base or the vault; with full it waits "
    "while any move is left other than one that merely carries a card between two places that support it equally.",
    "G-5": "No card ever leaves a foundation and none goes back to the stock, except where a clause says so.",
    "G-6": "A game is won as its own clause says. It is blocked when it is not won and no run of allowed events, deals and "
    "redeals included, brings one more card to a foundation. It is stopped when the record simply ends. Only Parihevoset has "
    "the words unresolved and failed.",
    # ---- Napoleon's Tomb
    "NT-1": "One pack of 52 cards is used, and suits never matter.",
    "NT-2": "The places are the stock, four corners, the centre, four cells on the arms of the cross, the six store and the waste. "
    "At the start all 52 cards lie face down in the stock and every other place is empty.",
    "NT-3": "An empty corner takes a 7; after that a corner takes the card one rank above its top, up to the king. A finished "
    "corner holds seven cards. Any empty corner may be used.",
    "NT-4": "The empty centre takes a 6; after that it takes the card one rank below its top, down to the ace. Upon an ace goes a "
    "new 6, until the run from 6 to ace lies there four times: 24 cards.",
    "NT-5": "A cell holds one card of any rank. It takes a card only while it is empty.",
    "NT-6": "The six store takes sixes only, at most four of them. Its top card is available.",
    "NT-7": "The waste lies face up and takes any number of cards. Only its top card is available.",
    "NT-8": "While the stock holds a card, the player may draw: its top card is turned, and it must be placed before anything else "
    "happens: on a corner or the centre that takes it, in the six store if it is a 6, in an empty cell, or on the waste, which "
    "takes every card.",
    "NT-9": "Between draws any number of single cards may be moved: from a cell to a corner, the centre, the six store, another "
    "empty cell or the waste; from the six store to the centre or an empty cell; from the waste to a corner, the centre, the six "
    "store or an empty cell. There is no other move.",
    "NT-10": "Nothing happens by itself and nothing is compulsory. A cell that has become empty stays empty until the player fills "
    "it.",
    "NT-11": "The stock is gone through once; the waste is never turned over. When the stock is empty, play goes on with the cards "
    "that lie open.",
    "NT-12": "The game is won when each corner runs from 7 to king and the centre holds 24 cards. It is blocked when no run of "
    "allowed events brings another card there.",
    "NT-13": "The options are cell_to_cell, waste_to_cell, cell_to_waste, six_store and six_to_cell, all on; six_to_waste, off; and "
    "passes=1.",
    "NT-14": "Placing a drawn card is the same as drawing it to the waste and moving it from there. Corners are alike, cells are "
    "alike, and cards of one rank are alike: the search counts such positions once.",
    "NTK-1": "In Kookas' version the first four cards of the stock are laid face up in the four cells before play; 48 stay in the "
    "stock.",
    "NTK-2": "This version has no six store. A drawn card goes to a corner, the centre or the waste, never to a cell.",
    "NTK-3": "Cards move from a cell to a corner or the centre, and from the waste to a corner or the centre. No card moves from "
    "cell to cell or from a cell to the waste.",
    "NTK-4": "When a move empties a cell and the stock still holds a card, the top card of the stock is laid face up in that cell at "
    "once. With fill_source=waste the waste fills the cell, with waste_then_stock the waste first and the stock when there is no "
    "waste, and with choice the player must fill it from either before anything else.",
    "NTK-5": "Once the stock is empty, an empty cell may take the top card of the waste, as the player likes. With "
    "fill_after_stock=forced it does so by itself, with never it stays empty.",
    "NTK-6": "The stock is gone through once. The game ends as in NT-12.",
    "NTO-1": "In korttipeli.org's version there are up to three rounds. When the stock is empty, the whole waste may be turned over, "
    "unshuffled, to be the stock again: the card discarded first is drawn first. Cells and foundations stay as they are, and "
    "there must be a card in the waste. With fill_on_redeal the empty cells are then filled, first to fourth.",
    "NTP-1": "In PySolFC's version the cells start empty, there is no six store, the stock is gone through once, and a drawn card "
    "goes to the waste.",
    "NTP-2": "With auto_draw the next card is turned by itself whenever the waste is empty, as that program does.",
    "NTP-3": "Cards move from the waste to a corner, the centre or an empty cell, and from a cell to a corner or the centre. There "
    "is no other move, and nothing is refilled.",
    # ---- Parihevoset
    "PH-1": "Two packs are used. All eight aces lie in two columns of four, in rows of one suit: hearts, diamonds, clubs and spades "
    "from the top. The other 96 cards, shuffled, are the stock.",
    "PH-2": "The left ace of a row is built up in its suit to the king. The right ace is built down in its suit: king, queen and so "
    "on to the 2. Each holds 13 cards in the end.",
    "PH-3": "Cards are dealt to twelve places, in this order: the corners top left, bottom left, top right, bottom right; the four "
    "places right of the aces from the top; the four places left of the aces from the top.",
    "PH-4": "Dealing goes by groups: each corner by itself, then the right column, then the left column, and again from the first "
    "corner until the stock is empty. Each place of the group gets one card face up, upon whatever lies there, as long as the "
    "stock lasts. With column_deal=single every place of a column is a group by itself.",
    "PH-5": "A card is live from the moment it is dealt until it is played or another card is dealt upon it. A card that has been "
    "covered is dead for the rest of the round, even when it comes to light again.",
    "PH-6": "A live card may be played: from a corner to any foundation that it continues, from a right place only to the right "
    "foundation of its row, from a left place only to the left foundation of its row.",
    "PH-7": "When a live card has been played and the stock is not empty, the next card of the stock is laid in its place at once, "
    "and it is live.",
    "PH-8": "While a live card can be played, no further group is dealt. Which card is played, and on which side where both take it, "
    "is for the player to choose. With forced_play=off a group may be dealt at any time.",
    "PH-9": "The dealing of a round ends by itself when the stock is empty and no live card can be played; from then on no card is "
    "live. With forced_play=off an empty stock leaves live plays, auxiliary moves and gathering open together, until the first "
    "auxiliary move or the last possible live play. With live=just_dealt dealing a group ends the life of all earlier cards.",
    "PH-10": "Then come the auxiliary moves, as many as the player likes: the top card of one place onto the top card of another, in "
    "suit, one rank higher or lower, one card at a time. The card beneath may then be moved in its turn. Empty places take "
    "nothing, and no card goes to a foundation. With aux_corners=off the four corners take no part, with aux_fill_empty an empty "
    "place takes any card, and aux_to_foundation opens the foundations: own_row as in PH-6, any from every place.",
    "PH-11": "Gathering ends the auxiliary moves: the pile of the twelfth place is laid on that of the eleventh, both on the tenth, "
    "and so on to the first, and the packet is turned face down. The bottom card of the first place is dealt first. With "
    "gather=top12 the packet is not turned; with bottom12 the twelfth place comes first, each pile from its bottom.",
    "PH-12": "The next round is dealt from the gathered cards onto empty places; the foundations stay. There are three rounds, so "
    "two gatherings.",
    "PH-13": "The game is won when all eight foundations are complete, kings on the left and twos on the right, by the end of the "
    "third round. It is unresolved when cards are left after the third round that auxiliary moves could arrange so that a fourth "
    "round places them all, shown by such a line. Otherwise it has failed.",
    "PH-14": "The options are forced_play, live, column_deal, aux_corners, aux_fill_empty, aux_to_foundation, gather and rounds. "
    "parihevoset-neljakulma is the game with aux_to_foundation=any.",
    # ---- Napoleono kapas
    "NK-1": "Two packs, 104 cards, are shuffled together.",
    "NK-2": "Forty-four cards are dealt face down, one at a time in rotation, to the four walls: eleven each. The other 60 are the "
    "stock.",
    "NK-3": "The top card of each wall is laid face up on the auxiliary place outside it; then the next card of each wall is turned "
    "up where it lies. Each wall then holds ten cards, its top face up.",
    "NK-4": "There is one base for each suit, empty at first. An empty base takes a king of its suit; then the suit is built down to "
    "the ace, a king goes upon the ace, and the suit is built down once more: 26 cards.",
    "NK-5": "The vault in the middle holds one run. When empty it takes any ace; otherwise it takes the next higher card of the same "
    "suit, up to the king.",
    "NK-6": "An auxiliary pile takes the next higher card of the suit of its top card; a king takes nothing upon it. An empty "
    "auxiliary place takes nothing by hand, and neither walls nor extra piles ever do.",
    "NK-7": "The face-up card of a wall and the top cards of auxiliary and extra piles may go to a base, to the vault or to another "
    "auxiliary pile that holds a card. The top card of the vault may go to a base only. From a base nothing moves.",
    "NK-8": "A whole auxiliary pile of two or more cards may go to the vault in one move, its order kept, if its bottom card would be "
    "taken there. With partial_series=on an upper part of the pile that fits may go as well. Nothing else moves in company.",
    "NK-9": "When an auxiliary place becomes empty, the top card of its wall moves there by itself. Whenever the face-up card of a "
    "wall has left, the next one is turned up. A wall that is used up stays empty, and so does the auxiliary place of such a wall.",
    "NK-10": "There are five passes through the stock, dealt onto five, four, three, two and at last one extra pile. The extra piles "
    "are empty when a pass begins.",
    "NK-11": "While the stock holds a card, the player may deal: one card face up on each extra pile of this pass from left to right, "
    "whether it holds cards or not. At the end as many as are left are dealt.",
    "NK-12": "When the stock is empty and a pass is left, the extra piles may be gathered: the second on the first, the third on these, "
    "and so on; the packet is turned over, unshuffled. So the bottom card of the first pile is dealt first. With "
    "gather=first_over the last pile comes first. There must be a card on the extra piles; four redeals at most.",
    "NK-13": "Kings and the ace of the opening are placed by ordinary moves, and the player chooses between two of a kind. With "
    "setup_forced=on nothing else is allowed until no king can go to an empty base and no ace to the empty vault.",
    "NK-14": "The game is won when each of the four bases holds 26 cards. It is blocked when no run of allowed events brings another "
    "card to a base; the vault is only a way there.",
    # ---- Saint Helena
    "SH-1": "Two packs are used. One king and one ace of each suit are laid in the middle, the kings above the aces. The other 96 "
    "cards are dealt face up one at a time clockwise onto twelve piles, eight rounds: piles 1 to 4 above the kings from the left, "
    "5 and 6 on the right downwards, 7 to 10 below the aces from the right, 11 and 12 on the left upwards.",
    "SH-2": "The kings are built down in suit to the ace, the aces up in suit to the king, 13 cards each.",
    "SH-3": "Only the top card of a pile is available. It may go to a foundation or to another pile, one card a move.",
    "SH-4": "On a pile goes a card one rank higher or one rank lower than its top, of the same suit; with tableau_suit=any the suit "
    "does not matter. A king and an ace never go on each other, unless wrap is on.",
    "SH-5": "With gaps=any an empty pile takes any available card; with gaps=none it stays empty.",
    "SH-6": "In the first deal, cards of piles 1 to 4 go only to the kings' foundations and cards of piles 7 to 10 only to the aces'; "
    "cards of piles 5, 6, 11 and 12 go to both. What counts is the pile where the card lies now. After the first redeal there "
    "are no limits; with limits_until_redeal=2 they hold until the second, with 0 there are none.",
    "SH-7": "Twice at most, at any time, the piles may be gathered: pile 12 on pile 11, both on pile 10, and so on to pile 1, neither "
    "shuffled nor turned over. The cards are dealt from the top of this packet one at a time clockwise from pile 1, so the top card "
    "of pile 12 comes first. The last round may be short. With redeal_from=bottom1 the packet is turned over, and the bottom card "
    "of pile 1 comes first. A card must lie on the piles.",
    "SH-8": "Nothing leaves a foundation. With foundation_transfer its top card may go to the other foundation of its suit, with "
    "foundation_return to a pile; nobase keeps the card that the foundation was begun with where it is, base lets it move too.",
    "SH-9": "The game is won when all 104 cards lie on the foundations, and blocked when no run of allowed events brings another "
    "card there.",
    "LO-1": "In Louis one card is dealt to each of the twelve piles; 84 stay in the stock. In this first phase a card of a pile may go "
    "to any foundation that it continues, and the next card of the stock fills its place by itself. No card moves from pile to "
    "pile, unless phase1_tableau is on.",
    "LO-2": "The first phase lasts while the stock holds a card; there is no redeal in it. Once, at any time in it, the player deals "
    "the rest: the whole stock, one card at a time clockwise from pile 1. Then the second phase begins.",
    "LO-3": "In the second phase the game goes on by SH-3, SH-5, SH-7 and SH-8 without any limits of piles; piles are built up or down "
    "in suit, and a king and an ace never go on each other.",
    "LO-4": "There are two redeals. Each deals all the cards, without a new first phase, unless phase1_on_redeal is on.",
    "BK-1": "Box Kite is played by SH-1 to SH-5, SH-8 and SH-9, without limits of piles and without a redeal. boxkite-common builds "
    "regardless of suit, leaves gaps empty and lets king and ace go on each other; boxkite-wikipedia builds regardless of suit, "
    "leaves gaps empty and lets a card go from one foundation of its suit to the other, but not the card it was begun with.",
}

CLAUSES = tuple(_TEXT)
"""Every clause id in reading order."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    **{f"clause.{clause}": text for clause, text in _TEXT.items()},
    **{f"clause.{clause}.source": text for clause, text in CLAUSE_SOURCES.items()},
}
