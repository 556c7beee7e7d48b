/** What filtering by the category of a mark does, said as a command. isOn: it takes a filter back. */
export interface MarkFilter {
  readonly label: string
  readonly isOn: boolean
  readonly choose: () => void
}
