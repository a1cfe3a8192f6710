"""The rulebooks and their summaries as PDF, on A4 and Letter, in all languages: ``make rulebooks``.

They are printed by Chromium from the page itself, in the light colours of paper. What is reconstructed stands
at the foot of every sheet.
"""

from __future__ import annotations

import html
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from parapegma.testing.survival.process import ServerProcess

sys.path.insert(0, str(Path(__file__).resolve().parent / "helpers"))

from page_browser import CALM, browser_path

GAMES = ("ophiuchus", "pacal", "ptolemaeus", "ulysses")
LANGUAGES = {"en": "en-GB", "it": "it-IT", "es": "es-ES"}
PAPERS = {"A4": 210.0, "Letter": 215.9}
"""How wide each is, in millimetres."""
SIDES, ABOVE, BELOW = 15, 14, 19
"""Margins in millimetres."""
PIXELS = 96 / 25.4
STEP_MS = 60_000
# Every figure is there, and as large as it will be: two looks, a moment apart, see the same.
DRAWN = """async () => {
  const look = () => [...document.querySelectorAll("[data-figure]")].map((figure) => {
    const { width, height } = figure.querySelector("svg")?.getBoundingClientRect() ?? { width: 0, height: 0 };
    return [width, height, figure.querySelectorAll("svg *").length];
  });
  const before = look();
  await new Promise((resolve) => setTimeout(resolve, 300));
  return before.every(([width]) => width > 0) && JSON.stringify(before) === JSON.stringify(look());
}"""
_FOOT = (
    '<div style="display: flex; gap: 6mm; width: 100%; margin: 0 {sides}mm; color: #6b5f47;'
    ' font: 6.5pt sans-serif">'
    '<span style="flex: 1">◊ {ours}</span><span class="pageNumber"></span></div>'
)


def write(browser: Browser, url: str, path: str, language: str, paper: str, file: Path) -> int:
    """Print one page of the server; how many sheets it takes."""
    width = round((PAPERS[paper] - 2 * SIDES) * PIXELS)
    context = browser.new_context(
        viewport={"width": width, "height": 1000},
        base_url=url,
        locale=LANGUAGES[language],
        **CALM,
    )
    context.add_init_script("""localStorage["parapegma.preferences"] = '{"theme": "papyrus"}'""")
    page = context.new_page()
    page.set_default_timeout(STEP_MS)
    # As wide as the paper from the beginning: boards measure their room once.
    page.emulate_media(media="print")
    page.goto(path)
    page.wait_for_selector("main article")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.wait_for_function(DRAWN)
    ours = page.locator(".ours-note span:not(.ours)").first.inner_text()
    page.pdf(
        path=file,
        format=paper,
        print_background=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=_FOOT.format(sides=SIDES, ours=html.escape(ours)),
        margin={
            "top": f"{ABOVE}mm",
            "bottom": f"{BELOW}mm",
            "left": f"{SIDES}mm",
            "right": f"{SIDES}mm",
        },
    )
    context.close()
    return file.read_bytes().count(b"/Type /Page\n")


def main(folder: Path, games: tuple[str, ...], languages: tuple[str, ...], papers: tuple[str, ...]) -> None:
    """Write everything into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        # Nobody plays at this server, so nothing need be compiled for bots.
        server = ServerProcess(Path(place), PARAPEGMA_MODE="interpreted")
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        try:
            for game in games:
                for language in languages:
                    for paper in papers:
                        for part, path in (("", f"/rules/{game}"), ("-summary", f"/rules/{game}/summary")):
                            file = folder / f"{game}{part}-{language}-{paper}.pdf"
                            sheets = write(browser, server.url, path, language, paper, file)
                            print(f"{file}: {sheets} sheets", flush=True)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    chosen = tuple(sys.argv[2:]) or GAMES
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "rulebooks"), chosen, tuple(LANGUAGES), tuple(PAPERS))
