// Famous nights that a game may start from; what happened is told in the words of the game.
export const NIGHTS = [
  "1969-07-20",
  "0141-02-02",
  "0150-03-22",
  "1492-10-12",
  "1582-10-15",
  "1610-01-07",
  "1781-03-13",
  "1919-05-29",
  "1957-10-04",
  "1961-04-12",
  "1977-09-05",
  "1990-04-24",
  "2000-01-01",
  "2022-03-28",
];
