/**
 * How two processes of Tidemark talk: `child_process.fork` on a server, a utility process on the desktop. Messages are
 * structured clones, in order. `In` and `Out` are the types both ends were compiled with: they start together, from one build.
 */
export interface ProcessPort<In, Out> {
  postMessage(message: Out): void
  onMessage(listener: (message: In) => void): void
  /** Called once, when the process has ended for any reason; says how. */
  onExit(listener: (how: string) => void): void
  /** Ends the process at once. */
  kill(): void
}

/** The child's end. onClose: the parent is gone or has let go; the process should end. */
export interface ParentPort<In, Out> {
  postMessage(message: Out): void
  onMessage(listener: (message: In) => void): void
  onClose(listener: () => void): void
  /** Lets go of the parent once it has everything that was posted; ends in `onClose`. */
  end(): void
}

export interface ProcessOptions {
  /** Absolute path of a bundled module, run in the new process. */
  readonly entryPath: string
  readonly execArgv?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

export type OpenProcess = <In, Out>(options: ProcessOptions) => ProcessPort<In, Out>
