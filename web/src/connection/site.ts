// What differs between a page that a server hands out and one that is only files: decided when it is built.
interface PythonFiles {
  folder: string;
  version: string;
  sizes: Record<string, number>;
  /** Games that come with a network. */
  networks: string[];
}

declare const __PYTHON__: PythonFiles | null;

/** There is no server: all tables are in this browser. */
export const IN_BROWSER_ONLY: boolean = import.meta.env.MODE === "site";

/** The Python that the games run on in a browser: its files, and how large those are that take long. */
export const PYTHON: PythonFiles | null = __PYTHON__;

/** The folder that the page lies in, with a slash at its end; files are asked for from there. */
export function homeFolder(): string {
  return IN_BROWSER_ONLY ? new URL(".", document.baseURI).href : `${location.origin}/`;
}
