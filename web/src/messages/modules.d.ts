// Modules that are made when the page is built.
declare module "/messages/*?lang=en" {
  const words: Record<string, string>;
  export default words;
}
declare module "/messages/*?lang=it" {
  const words: Record<string, string>;
  export default words;
}
declare module "/messages/*?lang=es" {
  const words: Record<string, string>;
  export default words;
}
