import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { CodeText } from '@/ui/text/code-text'

export interface MissingColumnsProps {
  readonly names: readonly string[]
  /** True if the person chooses how the chart is drawn. */
  readonly mayEdit: boolean
  /** null: nobody suggests a chart here. */
  readonly onSuggest: (() => void) | null
}

/** After a query changed: what the chart was made of, and a way to start again from what is there. */
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
  // An editor of the workspace may only read in this folder.
  if (!mayEdit) return 'Those who may edit this chart can choose others.'
  return `Choose other columns in the properties${canSuggest ? ', or start from what fits' : ''}.`
}
