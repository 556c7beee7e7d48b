/** Follows the values of a JSON text along the path to one of them. */
export class JsonPath {
  /** How many values of the path are open, the outermost among them. */
  private openCount = 0

  constructor(private readonly path: readonly string[]) {}

  /** Begins a value at most as deep as the one at the end. key: as written. */
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
