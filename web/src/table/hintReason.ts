// Why a bot would do something, in one sentence.
import type { Hint } from "../api/types";
import { listed } from "../messages/lists";
import { t, translate } from "../messages/messages.svelte";

export function hintReason({ why, tries }: Hint, game: string): string {
  const points = why.points ?? 0;
  switch (why.kind) {
    case "only":
    case "wins":
      return t(`frame.hint_why.${why.kind}`);
    case "points": {
      const sources = Object.keys(why.sources ?? {}).flatMap(
        (source) => translate(`${game}.source.${source}`) ?? [],
      );
      return sources.length
        ? t("frame.hint_why.points_for", { points, sources: listed(sources) })
        : t("frame.hint_why.points", { points });
    }
    case "soon":
      return t("frame.hint_why.soon", { points });
    case "best":
      return t("frame.hint_why.best", { tries });
  }
}
