// The messages by name. They are made from the server's own description, so they cannot differ from it.
import type { components } from "./description";

export type Schemas = components["schemas"];

export type Accepted = Schemas["Accepted"];
/** What every game's actions, log entries and views have; a game's own types are in `games/GAME/types.ts`. */
export type Action = Schemas["Action"];
export type LogEntry = Schemas["LogEntry"];
export type View = Schemas["View"];
export type ActionPreview = Schemas["ActionPreview"];
export type Analysis = Schemas["Analysis"];
export type Chat = Schemas["Chat"];
export type ChatLine = Schemas["ChatLine"];
export type ClockInfo = Schemas["ClockInfo"];
export type Daily = Schemas["Daily"];
export type DailyGame = Schemas["DailyGame"];
export type DailyResult = Schemas["DailyResult"];
export type DailyResults = Schemas["DailyResults"];
export type DealPreview = Schemas["DealPreview"];
export type EvaluatedDecision = Schemas["EvaluatedDecision"];
export type EventMessage = Schemas["EventMessage"];
export type FromClient =
  | Schemas["Act"]
  | Schemas["Undo"]
  | Schemas["Ask"]
  | Schemas["Answer"]
  | Schemas["Resign"]
  | Schemas["Uncover"]
  | Schemas["Replace"]
  | Schemas["Commit"]
  | Schemas["Reveal"]
  | Schemas["PreviewActions"]
  | Schemas["Say"]
  | Schemas["Look"]
  | Schemas["ChooseBotSpeed"]
  | Schemas["Ping"];
export type GameInfo = Schemas["GameInfo"];
export type GameRecord = Schemas["GameRecord"];
export type GamesInfo = Schemas["GamesInfo"];
export type Goodbye = Schemas["Goodbye"];
export type Hint = Schemas["Hint"];
export type Lesson = Schemas["Lesson"];
export type LessonStep = Schemas["Step"];
export type LessonWords = Schemas["Words"];
export type CoachMark = Schemas["Mark"];
export type StepState = Schemas["StepState"];
export type Mute = Schemas["MuteInfo"];
export type NewToken = Schemas["NewToken"];
export type NoticeInfo = Schemas["NoticeInfo"];
export type OptionInfo = Schemas["OptionInfo"];
export type PersonInfo = Schemas["PersonInfo"];
export type Pong = Schemas["Pong"];
export type Presence = Schemas["Presence"];
export type Problem = Schemas["ProblemBody"];
export type PuzzleReason = Schemas["PuzzleReason"];
export type PuzzleSolution = Schemas["PuzzleSolution"];
export type PuzzleState = Schemas["PuzzleState"];
export type PuzzleSummary = Schemas["PuzzleSummary"];
export type PuzzleTurn = Schemas["PuzzleTurn"];
export type ShuffleInfo = Schemas["ShuffleInfo"];
export type Refused = Schemas["Refused"];
export type ReplayStep = Schemas["ReplayStep"];
export type Request = Schemas["RequestInfo"];
export type ResultInfo = Schemas["ResultInfo"];
export type Said = Schemas["Said"];
export type ScoringStep = Schemas["ScoringStep"];
export type SeatInfo = Schemas["SeatInfo"];
export type TableInfo = Schemas["TableInfo"];
export type TableRequest = Schemas["TableRequest"];
export type TableSettings = Schemas["TableSettings"];
export type TableSummary = Schemas["TableSummary"];
export type TokenInfo = Schemas["TokenInfo"];
export type Update = Schemas["Update"];
export type Waiting = Schemas["Waiting"];

export type FromServer =
  Update | Accepted | Refused | ActionPreview | Pong | Presence | Goodbye | Chat | Said;
export type Value = boolean | number | string;
