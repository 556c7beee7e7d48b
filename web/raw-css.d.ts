/** A style sheet as text, for pages that the server writes. */
declare module '*.css?raw' {
  const text: string
  export default text
}
