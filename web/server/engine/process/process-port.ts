/**
 * A message channel between two processes of Tidemark: `child_process.fork` on a server, a utility process on the
 * desktop. Messages are structured clones, delivered in order. `In` and `Out` are trusted, because both ends come from
 * one build and start together.
 */
export interface ProcessPort<In, Out> {
  postMessage(message: Out): void
  onMessage(listener: (message: In) => void): void
  /** Calls the listener once when the process has ended for any reason. how: describes the end. */
  onExit(listener: (how: string) => void): void
  /** Kills the process at once. */
  kill(): void
}

/** The child's end of the channel. onClose: the parent has gone or disconnected; the process should end. */
export interface ParentPort<In, Out> {
  postMessage(message: Out): void
  onMessage(listener: (message: In) => void): void
  onClose(listener: () => void): void
  /** Disconnects once everything posted has been sent; `onClose` follows. */
  end(): void
}

export interface ProcessOptions {
  /** The absolute path of a bundled module that the new process runs. */
  readonly entryPath: string
  readonly execArgv?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

export type OpenProcess = <In, Out>(options: ProcessOptions) => ProcessPort<In, Out>
