/** Follows a path through the values of a JSON text. */
export class JsonPath {
  /** The number of values on the path that are open, including the outermost. */
  private openCount = 0

  constructor(private readonly path: readonly string[]) {}

  /** Notes that a value begins, at most as deep as the path's last. key: as written. */
  begin(depth: number, key: string | null): void {
    const isNext =
      depth === this.openCount && (depth === 0 || (key !== null && JSON.parse(key) === this.path[depth - 1]))
    if (isNext) this.openCount += 1
  }

  end(depth: number): void {
    this.openCount = Math.min(this.openCount, depth)
  }

  get isOpen(): boolean {
    return this.openCount > this.path.length
  }
}
