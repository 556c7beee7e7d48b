import type { Filter } from '@tidemark/shared/filters/filter'
import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import type { FilterKind, FilterValue } from '@tidemark/shared/filters/filter-value'

export interface FilterInputProps {
  readonly label: string
  readonly kind: FilterKind
  /**
   * The column and scope from which the choices come. id: the filter's, so that its values are counted among what the
   * other filters, or those of limitedBy, let through.
   */
  readonly of: Pick<Filter, 'column' | 'scope'> & Partial<Pick<Filter, 'id' | 'limitedBy'>>
  /** True if everything cannot be chosen. */
  readonly isRequired?: boolean | undefined
  /** Null: everything passes. */
  readonly value: FilterValue | null
  readonly calendar: FilterCalendar
  readonly onChange: (value: FilterValue | null) => void
  /** Called when the person has finished: on Enter in a field. */
  readonly onDone?: (() => void) | undefined
}
