// Modules of messages, made when the page is built (build/messages.ts).
declare module "/messages/worker.json?lang=*" {
  /** The messages of the service worker are plain text. */
  const messages: Record<string, string>;
  export default messages;
}
