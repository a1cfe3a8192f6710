// boardgame.io's own server: node theirs.js PORT [FOLDER]. Without a folder matches are kept in memory, otherwise
// by its FlatFile store there, which writes files and does not wait for the disk.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const won = (cells) => lines.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);

// As its tutorial describes it.
const small = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return "INVALID_MOVE";
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (won(G.cells)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

// Like work: a state about as large as ours, with hands and a deck that are hidden. A move plays a card from the hand
// to a place on the board and draws another.
const PLACES = 100;
const card = (n) => ({ id: n, suit: n % 4, rank: n % 13, tags: ["a card", `number ${n}`] });
const cards = {
  name: "cards",
  setup: ({ random }) => {
    const deck = random.Shuffle(Array.from({ length: 120 }, (_, n) => card(n)));
    return {
      board: Array(PLACES).fill(null),
      points: { 0: 0, 1: 0 },
      players: { 0: { hand: deck.splice(0, 8) }, 1: { hand: deck.splice(0, 8) } },
      secret: { deck },
    };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: {
      client: false,
      move: ({ G, playerID }, place) => {
        const hand = G.players[playerID].hand;
        if (G.board[place] !== null || hand.length === 0) return "INVALID_MOVE";
        const played = hand.shift();
        G.board[place] = { ...played, by: playerID };
        G.points[playerID] += played.rank;
        if (G.secret.deck.length) hand.push(G.secret.deck.pop());
      },
    },
  },
  endIf: ({ G }) => (G.board.every((place) => place !== null) ? { points: G.points } : undefined),
};

// Clients that are no browsers send no origin.
const folder = process.argv[3];
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [small, cards], origins: [Origins.LOCALHOST], db });
server.run(Number(process.argv[2]), () => console.log("listening"));
