import { lazyComponent } from '@/ui/lazy-part'
import type { ExpressionFormProps } from './expression-form'

/** The form with its editor, fetched when it is first opened. */
export const ExpressionForm = lazyComponent<ExpressionFormProps>(() => import('./expression-form'))

/** In pixels: an expression is longer than a value. */
export const expressionFormWidth = 420
