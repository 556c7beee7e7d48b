/** How far from its turn a query is: "Waiting, 3rd in line". */
export function waitingText(place: number): string {
  return `Waiting, ${place}${ending(place)} in line`
}

function ending(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  if (isTeen) return 'th'
  return { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th'
}
