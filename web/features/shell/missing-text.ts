/** Why there may be nothing at the address of a dashboard or chart. isTeam: folders can be kept to others there. */
export function missingText(isTeam: boolean): string {
  return isTeam
    ? 'It was deleted for good, it is in a folder kept to others, or the link is mistyped.'
    : 'It was deleted for good, or the link is mistyped.'
}
