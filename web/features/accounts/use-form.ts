'use client'

import { useEffect, useState, type SubmitEvent } from 'react'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type * as z from 'zod/mini'
import { failureText, type ApiAnswer } from '@/client/page/api-request'
import { reportCaught } from '@/client/observability/report-caught'

interface FormOptions<S extends z.ZodMiniType, T> {
  readonly schema: S
  /** Reads the schema's input; by default the text of each named field. */
  readonly read?: (form: FormData) => unknown
  readonly send: (values: z.output<S>) => ApiAnswer<T>
  /** The field at which a refusal is shown, by its code; others are of the whole form. */
  readonly fieldOf?: Readonly<Partial<Record<ErrorCode, string>>>
  readonly onDone: (answer: T, values: z.output<S>) => void
}

export interface FormState {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** The errors of fields, by name. */
  readonly errors: Readonly<Record<string, string>>
  /** The error of the whole form: the server refused it or was not reached. */
  readonly problem: string | null
  /** The catalogue's code of the server's refusal; null if there was none. */
  readonly refusal: ErrorCode | null
  readonly isSending: boolean
  /** False until hydration: before that the browser would submit the form itself, with a password in the address. */
  readonly isReady: boolean
}

/**
 * Handles an uncontrolled form (so that password managers see it), validated with the API's own schema on submit.
 * Errors are shown at their fields, and the first such field gets the focus.
 */
export function useForm<S extends z.ZodMiniType, T>({
  schema,
  read,
  send,
  fieldOf = {},
  onDone,
}: FormOptions<S, T>): FormState {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<ErrorCode | null>(null)
  const [isSending, setSending] = useState(false)
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])

  const submit = async (form: HTMLFormElement) => {
    const given = new FormData(form)
    const parsed = schema.safeParse(read === undefined ? Object.fromEntries(given) : read(given))
    setProblem(null)
    setRefusal(null)
    if (!parsed.success) {
      const found = errorsOf(parsed.error)
      setErrors(found)
      focusFirst(form, found)
      return
    }
    setErrors({})
    setSending(true)
    const answer = await send(parsed.data)
    setSending(false)
    if (answer.ok) return onDone(answer.value, parsed.data)
    const code = answer.error.kind === 'refused' ? answer.error.error.code : null
    const field = code === null ? undefined : fieldOf[code]
    setRefusal(code)
    if (field === undefined) return setProblem(failureText(answer.error))
    const refused = { [field]: failureText(answer.error) }
    setErrors(refused)
    focusFirst(form, refused)
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    void submit(event.currentTarget).catch((thrown: unknown) => {
      reportCaught(thrown)
      setSending(false)
      setProblem('Something went wrong on our side. Try again.')
    })
  }
  return { onSubmit, errors, problem, refusal, isSending, isReady }
}

/** Returns the first error of each field, as a sentence. */
export function errorsOf(error: z.core.$ZodError): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const name = path.findLast((part) => typeof part === 'string') ?? ''
    // Our schemas' messages say what is expected, such as `an e-mail address`; zod's own messages are for developers.
    found[name] ??= /^[a-z0-9]/.test(message) ? `Needs ${message}.` : 'Needs a value.'
  }
  return found
}

function focusFirst(form: HTMLFormElement, errors: Readonly<Record<string, string>>): void {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && Object.hasOwn(errors, element.name)) {
      element.focus()
      element.select()
      return
    }
  }
}
