/** Starts a download of a file. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
