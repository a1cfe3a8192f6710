// The messages by name. They are made from the server's own description, so they cannot differ from it.
import type { components } from "./description";

type Schemas = components["schemas"];

export type Accepted = Schemas["Accepted"];
export type Analysis = Schemas["Analysis"];
export type Chat = Schemas["Chat"];
export type ChatLine = Schemas["ChatLine"];
export type Choice = Schemas["Choice"];
export type ClockInfo = Schemas["ClockInfo"];
export type Deed = Schemas["Deed"];
export type GameInfo = Schemas["GameInfo"];
export type GamesInfo = Schemas["GamesInfo"];
export type Goodbye = Schemas["Goodbye"];
export type Happened = Schemas["Happened"];
export type Here = Schemas["Here"];
export type Hint = Schemas["Hint"];
export type Judged = Schemas["Judged"];
export type Listed = Schemas["Listed"];
export type Mute = Schemas["MuteInfo"];
export type Moment = Schemas["Moment"];
export type NewToken = Schemas["NewToken"];
export type TokenInfo = Schemas["TokenInfo"];
export type NoticeInfo = Schemas["NoticeInfo"];
export type OptionInfo = Schemas["OptionInfo"];
export type PersonInfo = Schemas["PersonInfo"];
export type Pong = Schemas["Pong"];
export type Problem = Schemas["ProblemBody"];
export type GameRecord = Schemas["Record"];
export type Refused = Schemas["Refused"];
export type Request = Schemas["RequestInfo"];
export type ReplayPart = Schemas["Replay"];
export type Said = Schemas["Said"];
export type SeatInfo = Schemas["SeatInfo"];
export type TableInfo = Schemas["TableInfo"];
export type TableSettings = Schemas["TableSettings"];
export type TableWish = Schemas["TableWish"];
export type Told = Schemas["Told"];
export type Tried = Schemas["Tried"];
export type Update = Schemas["Update"];
export type Waiting = Schemas["Waiting"];

export type FromServer = Update | Accepted | Refused | Tried | Pong | Here | Goodbye | Chat | Said;
export type Value = boolean | number | string;
