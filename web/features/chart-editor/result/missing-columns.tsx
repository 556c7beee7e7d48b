import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { CodeText } from '@/ui/text/code-text'

export interface MissingColumnsProps {
  readonly names: readonly string[]
  /** True if the person may change how the chart is drawn. */
  readonly mayEdit: boolean
  /** null: no suggestion is possible here. */
  readonly onSuggest: (() => void) | null
}

/**
 * The notice after a query changed: the columns that the chart used and lacks now, and a way to start again from those
 * present.
 */
export function MissingColumns({ names, mayEdit, onSuggest }: MissingColumnsProps) {
  if (names.length === 0) return null
  return (
    <div className="shrink-0 px-4 pb-3">
      <Callout
        tone="warn"
        title="The query no longer gives what this chart shows"
        action={
          onSuggest && (
            <Button size="sm" onClick={onSuggest}>
              Suggest a chart
            </Button>
          )
        }
      >
        <CodeText>{`Not in the result: ${names.map((name) => `\`${name}\``).join(', ')}. ${wayOut(mayEdit, onSuggest !== null)}`}</CodeText>
      </Callout>
    </div>
  )
}

function wayOut(mayEdit: boolean, canSuggest: boolean): string {
  // An editor of the workspace may have only read access to this folder.
  if (!mayEdit) return 'People who can edit this chart can choose others.'
  return `Choose other columns in the properties${canSuggest ? ', or start from what fits' : ''}.`
}
