"""What each clause rests on: the source text, what others do where they disagree, and the switch that decides it.

The full digests of the four texts, clause by clause, are in `seeds/`.
"""

CLAUSE_SOURCES = {
    "G-1": "The Finnish guide gives the ranks; the other texts take them for granted. That only top cards move, and one at a time, is "
    "said in the Finnish guide and in the Polish text, and meant in the others.",
    "G-2": "Our own convention, so that a file of cards can be read in one way only.",
    "G-3": "Our own convention. The texts tell automatic steps in the same breath as the move before them.",
    "G-4": "Kapas deals on when no card can be moved, Saint Helena gathers after all possible moves. Other programs let the player "
    "decide, and so do we, because a card can shuttle between two equal places for ever. Switch: strict_standstill.",
    "G-5": "The Finnish guide and the text of Kapas say so of their foundations; Parihevoset and Saint Helena name no way back. "
    "Switches where others differ: foundation_transfer, foundation_return.",
    "G-6": "The Finnish guide calls a deal unfinished when no allowed run of moves brings more cards to the foundations. The other "
    "texts say only when the game has come out; Parihevoset tells two kinds of not coming out apart.",
    "NT-1": "The guide says both.",
    "NT-2": "The guide says so: eleven empty places beside the stock, and no card in a cell at the start. Kookas and korttipeli.org "
    "begin with four cards dealt.",
    "NT-3": "The guide says so, and all versions agree.",
    "NT-4": "The guide says so, and all versions agree. PySolFC once built the wrong way after an ace; that was mended there.",
    "NT-5": "The guide says so. All versions have four cells of one card.",
    "NT-6": "The guide has the store for waiting sixes; its size is not given, and there are four sixes. No other version has a store. "
    "Switch: six_store.",
    "NT-7": "The guide says so; a lower card may not be picked out.",
    "NT-8": "The guide has the card turned and a place chosen for it. PySolFC draws to the waste. That the card is placed before other "
    "moves is how we read it; it makes no difference to what can be reached.",
    "NT-9": "The guide names these moves: a cell's card to a pile that takes it or an empty cell, the waste's top to a foundation, the "
    "six store or an empty cell, sixes out of the store when the target allows it, and only drawn cards or those of a cell to the "
    "waste. Switches: cell_to_cell, waste_to_cell, cell_to_waste, six_to_cell, six_to_waste.",
    "NT-10": "The guide says that a cell is not refilled; that nothing is compulsory follows from its wording. Kookas refills. "
    "Switch: fill_source.",
    "NT-11": "The guide says so for itself; its model, a teaching sheet of the University of Jyvaskyla, only forbids putting cards back "
    "into the pack. Korttipeli.org allows three rounds. Switch: passes.",
    "NT-12": "The guide says both.",
    "NT-13": "The switches hold what the versions disagree on.",
    "NT-14": "Our own remark; it follows from NT-1 and NT-8.",
    "NTK-1": "The Finnish guide says in one sentence that Kookas begins with four dealt cards. That they lie in the cells follows from "
    "its remark that its own version deals none there. The page itself was not to be had. Switch: opening_cells.",
    "NTK-2": "The Finnish guide names the six store only for its own version. Switches: six_store, draw_to.",
    "NTK-3": "Not told. A move between cells, or to the waste, would be a free draw where cells are refilled. Switches: cell_to_cell, "
    "cell_to_waste, waste_to_cell.",
    "NTK-4": "The Finnish guide says only that empty places are filled after the moves. That the stock fills them, at once and always, is "
    "our choice: the four first cards come from it too. Switch: fill_source.",
    "NTK-5": "Not told. Switch: fill_after_stock.",
    "NTK-6": "The Finnish guide says that Kookas goes through the pack once. Switch: passes.",
    "NTO-1": "The Finnish guide says in one sentence that korttipeli.org begins with four cards too and allows at most three rounds "
    "without shuffling. That the waste is turned over as it lies is how we read it. Switches: passes, fill_on_redeal.",
    "NTP-1": "The Finnish guide says that PySolFC has no six store; the rest was seen in the program. Switches: draw_to, six_store.",
    "NTP-2": "Seen in the program; a player at a table turns cards by hand. Switch: auto_draw.",
    "NTP-3": "The Finnish guide says that cells give only to the foundations there; the rest was seen in the program, whose moves of "
    "equal cards between corners are left out because they change nothing.",
    "PH-1": "The Finnish text says so. The game known elsewhere as Four Corners begins without the second ace of each suit: there the "
    "right foundations start from kings.",
    "PH-2": "The Finnish text says so: left built up, right down, ending in kings and twos. In suit is shown by its example of the king "
    "of hearts beside the ace of diamonds.",
    "PH-3": "The Finnish text gives the corners and the right column before the left. That a column runs from the top is shown by its "
    "example: the second card lies beside the ace of diamonds.",
    "PH-4": "The Finnish text deals the corners one by one and each column four at a time. That it goes round again follows: 96 cards, "
    "twelve places. Older books deal the columns one by one. Switch: column_deal.",
    "PH-5": "The Finnish text bars cards laid earlier, even when those laid upon them have been placed. Older books allow only the card "
    "just dealt. Switch: live.",
    "PH-6": "The Finnish text says so, and others agree.",
    "PH-7": "The Finnish text says so: placed cards are replaced from the stock.",
    "PH-8": "The Finnish text lays a card down when it does not fit and goes on until one comes that cannot be placed, but it also says "
    "may. Others say may. Switch: forced_play.",
    "PH-9": "The Finnish text turns to the auxiliary moves when the stock has run out. How the two phases meet when plays are free is our "
    "choice. Switches: forced_play, live.",
    "PH-10": "The Finnish text builds auxiliary runs in suit, up and down, on free auxiliary cards, and allows only cards from the stock "
    "on foundations. Four Corners allows foundation plays here, and any suit. Whether the corners belong to the auxiliary cards is "
    "open. Switches: aux_to_foundation, aux_corners, aux_fill_empty.",
    "PH-11": "The Finnish text gathers in the reverse of the order in which the cards were laid. We read it as the Polish text explains "
    "the same words, and turn the packet because a stock lies face down. Switch: gather.",
    "PH-12": "The Finnish text tells of the second round and names the third; a fourth is only thought of. Four Corners has three rounds. "
    "Switch: rounds.",
    "PH-13": "The Finnish text has the three words.",
    "PH-14": "The switches hold what the text leaves open and what others do.",
    "NK-1": "The Lithuanian text says so.",
    "NK-2": "The Lithuanian text has four piles of eleven, face down, laid crosswise in turn. One card at a time in rotation is how we "
    "read it.",
    "NK-3": "The Lithuanian text says so: eight cards lie open.",
    "NK-4": "The Lithuanian text says so.",
    "NK-5": "The Lithuanian text has one ace in the middle, and builds up in suit on it. That the run ends at the king is our reading.",
    "NK-6": "The Lithuanian text builds up in suit on auxiliary cards and nothing on walls. Of extra piles and of an empty place it names "
    "no building.",
    "NK-7": "The Lithuanian text says so; from the middle, cards go to the bases only.",
    "NK-8": "The Lithuanian text moves a whole series to the middle if possible, and its example is a whole pile. Switch: "
    "partial_series.",
    "NK-9": "The Lithuanian text says so; of a place whose wall is used up it says nothing.",
    "NK-10": "The Lithuanian text deals five at a time, then four, three, two and one. Switch: passes.",
    "NK-11": "The Lithuanian text deals onto the five piles, each of which may have become empty. When no card can be moved is for the "
    "player to say. Switch: strict_standstill.",
    "NK-12": "The Lithuanian text puts the piles one on another in turn, does not shuffle, and turns the packet over. Which pile lies "
    "lowest is open. Switch: gather.",
    "NK-13": "The Lithuanian text places the kings of the opening and one ace of the player's choice before it speaks of play, and lets "
    "missing kings follow later. Switch: setup_forced.",
    "NK-14": "The Lithuanian text says when the game has come out.",
    "SH-1": "The Polish text says so and draws it.",
    "SH-2": "The Polish text says so.",
    "SH-3": "The Polish text says so.",
    "SH-4": "The Polish text builds up or down by suit. Most programs build regardless of suit, and its remark that Louis always builds "
    "in suit points that way too: helena-common. King and ace are kept apart by the text; some programs let them meet. Switches: "
    "tableau_suit, wrap.",
    "SH-5": "The Polish text says that the book it rests on is silent, and gives both rules. Most programs leave gaps empty. "
    "Switch: gaps.",
    "SH-6": "The Polish text says so; its last sentence on it can also be read as ending the limits after the second redeal only. "
    "Switch: limits_until_redeal.",
    "SH-7": "The Polish text lays pile 12 on 11 and so on, and deals again one by one; of turning the packet it says nothing. PySolFC "
    "does not turn it. Two redeals are implied. Switches: redeals, redeal_from, strict_standstill.",
    "SH-8": "The Polish text names no way back. PySolFC allows both ways, bases included; Wikipedia's Box Kite allows a move between "
    "foundations. Switches: foundation_transfer, foundation_return.",
    "SH-9": "The Polish text says so.",
    "LO-1": "The Polish text says so; that the stock fills the gap is meant. PySolFC allows moves between piles here. Switches: "
    "first_deal, phase1_tableau.",
    "LO-2": "The Polish text deals the rest when play has stopped, which is for the player to say.",
    "LO-3": "The Polish text says that there are no limits and that piles are built in suit. PySolFC lets king and ace meet. Switches: "
    "limits_until_redeal, tableau_suit, wrap.",
    "LO-4": "The Polish text says that the rest is as in Saint Helena. An old English book has three redeals. Switches: redeals, "
    "phase1_on_redeal.",
    "BK-1": "The Polish text says: as Saint Helena, without limits and without redeals. Programs let king and ace meet, build "
    "regardless of suit and leave gaps empty. Switches: tableau_suit, gaps, wrap, foundation_transfer.",
}
