/**
 * What comes in pieces, as one. It takes at most twice its own size however small the pieces are, which is up to whoever sends them: a
 * list of them takes a hundred times what they hold when each has a byte.
 */
export class GatheredBytes {
  #bytes: Uint8Array = new Uint8Array()
  sizeBytes = 0

  /** The piece must stay as it is: as a rule it is the only one, and not copied. */
  add(piece: Uint8Array): void {
    const sizeBytes = this.sizeBytes + piece.byteLength
    if (this.sizeBytes === 0) this.#bytes = piece
    else {
      if (sizeBytes > this.#bytes.byteLength) {
        const larger = new Uint8Array(sizeBytes * 2)
        larger.set(this.bytes)
        this.#bytes = larger
      }
      this.#bytes.set(piece, this.sizeBytes)
    }
    this.sizeBytes = sizeBytes
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.sizeBytes)
  }
}
