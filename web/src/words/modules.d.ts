// Modules that are made when the page is built.
declare module "/words/*?lang=en" {
  const words: Record<string, string>;
  export default words;
}
declare module "/words/*?lang=it" {
  const words: Record<string, string>;
  export default words;
}
declare module "/words/*?lang=es" {
  const words: Record<string, string>;
  export default words;
}
