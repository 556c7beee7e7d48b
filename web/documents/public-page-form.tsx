import { assertNever } from '@tidemark/shared/base/assert-never'
import { filterPeriods, type FilterValue } from '@tidemark/shared/filters/filter-value'
import { parameterLabel, type ParameterValue } from '@tidemark/shared/query/parameter'
import { valueText } from '@tidemark/shared/query/value-words'
import { addressWithTexts, filterName } from '@/features/filters/filter-address'
import { addressWithValue } from '@/features/parameters/parameter-address'
import type { PageWords } from './words/page-words'
import type { PageField } from './read-public-page'

/** A value that a field offers. text: as it stands in an address. */
export interface PageOption {
  readonly text: string
  readonly label: string
}

interface PageFormProps {
  readonly fields: readonly PageField[]
  readonly optionsOf: (field: PageField) => readonly PageOption[]
  /** The rest of the address. */
  readonly kept: URLSearchParams
  readonly locale: string
  readonly words: PageWords
}

/** The fields that a reader may choose, in a form that the browser sends without scripts. */
export function PageForm({ fields, optionsOf, kept, locale, words }: PageFormProps) {
  const open = fields.filter(({ mode }) => mode === 'open')
  if (open.length === 0) return null
  return (
    <form method="get" aria-label={words.filters}>
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {open.map((field) => {
        const values = valuesInForce(field)
        const [name = ''] = values.keys()
        return (
          // The script of a page in a frame tells the page around it what is in force.
          <div
            key={name}
            className="contents"
            data-field={name}
            data-label={fieldLabel(field)}
            data-values={values.toString()}
          >
            {field.kind === 'filter' ? (
              <FilterField field={field} options={optionsOf(field)} locale={locale} words={words} />
            ) : (
              <ParameterField field={field} options={optionsOf(field)} words={words} />
            )}
          </div>
        )
      })}
      <button type="submit">{words.apply}</button>
      <a className="button" href={`?${kept.toString()}`}>
        {words.reset}
      </a>
    </form>
  )
}

/** Returns a field's value under its name, as it stands in an address. */
function valuesInForce(field: PageField): URLSearchParams {
  return field.kind === 'filter'
    ? addressWithTexts(new URLSearchParams(), field.filter.id, field.value)
    : addressWithValue(new URLSearchParams(), field.parameter.name, field.value)
}

/** Returns a field's value in words; null if it restricts nothing. */
export function fieldText(field: PageField, locale: string, words: PageWords): string | null {
  if (field.value === null) return null
  return field.kind === 'filter' ? words.filterValue(field.value, locale) : parameterText(field.value)
}

export function fieldLabel(field: PageField): string {
  return field.kind === 'filter' ? field.filter.name : parameterLabel(field.parameter)
}

interface FilterFieldProps {
  readonly field: Extract<PageField, { readonly kind: 'filter' }>
  readonly options: readonly PageOption[]
  readonly locale: string
  readonly words: PageWords
}

function FilterField({ field, options, locale, words }: FilterFieldProps) {
  const { filter, value } = field
  const name = filterName(filter.id)
  switch (filter.kind) {
    case 'time': {
      const isListed = value?.kind === 'period' || value?.kind === 'days' || value === null
      return (
        <fieldset className="field">
          <legend>{filter.name}</legend>
          <div className="pair">
            <select
              name={name}
              aria-label={words.period(filter.name)}
              defaultValue={isListed && value?.kind === 'period' ? value.period : isListed ? '' : textsOf(value)[0]}
            >
              <option value="">{filter.isRequired === true ? words.theseDays : words.anyTimeOrDays}</option>
              {!isListed && <option value={textsOf(value)[0]}>{words.filterValue(value, locale)}</option>}
              {filterPeriods.map((period) => (
                <option key={period} value={period}>
                  {words.periods[period]}
                </option>
              ))}
            </select>
            <Ends
              words={words}
              name={name}
              type="date"
              label={filter.name}
              ends={value?.kind === 'days' ? [value.from, value.to] : []}
            />
          </div>
        </fieldset>
      )
    }
    case 'number':
      return (
        <fieldset className="field">
          <legend>{filter.name}</legend>
          <div className="pair">
            <Ends
              words={words}
              name={name}
              type="number"
              label={filter.name}
              ends={value?.kind === 'range' ? [value.min, value.max] : []}
            />
          </div>
        </fieldset>
      )
    case 'search':
      return <TextInput name={name} label={filter.name} type="text" value={value?.kind === 'text' ? value.text : ''} />
    case 'category':
      return (
        <Choices
          name={name}
          label={filter.name}
          chosen={textsOf(value)}
          options={options}
          text={value === null ? words.all : words.filterValue(value, locale)}
        />
      )
    default:
      return assertNever(filter.kind)
  }
}

interface ParameterFieldProps {
  readonly field: Extract<PageField, { readonly kind: 'parameter' }>
  readonly options: readonly PageOption[]
  readonly words: PageWords
}

function ParameterField({ field: { parameter, value }, options, words }: ParameterFieldProps) {
  const label = parameterLabel(parameter)
  const name = `p.${parameter.name}`
  const [text = ''] = parameterTexts(value)
  switch (parameter.type) {
    case 'text':
    case 'number':
    case 'date':
      return <TextInput name={name} label={label} type={parameter.type} value={text} />
    case 'date-range': {
      const ends = value !== null && typeof value === 'object' && 'start' in value ? [value.start, value.end] : []
      return (
        <fieldset className="field">
          <legend>{label}</legend>
          <div className="pair">
            <Ends name={name} type="date" label={label} ends={ends} words={words} />
          </div>
        </fieldset>
      )
    }
    case 'list':
      return <TextInput name={name} label={label} type={parameter.of} value={text} />
    case 'enum':
    case 'query': {
      const isMultiple = parameter.type === 'query' && parameter.isMultiple
      if (isMultiple && options.length > 0)
        return (
          <Choices
            name={name}
            label={label}
            chosen={parameterTexts(value)}
            options={options}
            text={parameterText(value) || words.all}
          />
        )
      if (options.length === 0) return <TextInput name={name} label={label} type="text" value={text} />
      return (
        <div className="field">
          <label htmlFor={name}>{label}</label>
          <select id={name} name={name} defaultValue={text}>
            <option value="">{parameter.isNeeded ? words.chooseValue : words.any}</option>
            {withChosen(options, text === '' ? [] : [text]).map((option) => (
              <option key={option.text} value={option.text}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      )
    }
    default:
      return assertNever(parameter)
  }
}

interface TextInputProps {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'number' | 'date'
  readonly value: string
}

function TextInput({ name, label, type, value }: TextInputProps) {
  return (
    <div className="field search">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        step={type === 'number' ? 'any' : undefined}
        maxLength={1000}
        defaultValue={value}
      />
    </div>
  )
}

interface EndsProps {
  readonly name: string
  readonly label: string
  readonly type: 'date' | 'number'
  readonly ends: readonly (string | number | null)[]
  readonly words: PageWords
}

function Ends({ name, label, type, ends: [from, to], words }: EndsProps) {
  const common = { type, step: type === 'number' ? 'any' : undefined }
  return (
    <>
      <input
        {...common}
        name={`${name}.from`}
        aria-label={words.fromOf(label)}
        placeholder={words.from}
        defaultValue={from ?? ''}
      />
      <input
        {...common}
        name={`${name}.to`}
        aria-label={words.toOf(label)}
        placeholder={words.to}
        defaultValue={to ?? ''}
      />
    </>
  )
}

interface ChoicesProps {
  readonly name: string
  readonly label: string
  readonly chosen: readonly string[]
  readonly options: readonly PageOption[]
  /** The chosen values in words. */
  readonly text: string
}

/** Values to tick. Without a tick nothing is restricted, which the empty value tells. */
function Choices({ name, label, chosen, options, text }: ChoicesProps) {
  return (
    <div className="field">
      <span className="label">{label}</span>
      <details className="choices">
        <summary aria-label={`${label}: ${text}`}>{text}</summary>
        <div>
          <input type="hidden" name={name} value="" />
          {withChosen(options, chosen).map((option) => (
            <label key={option.text}>
              <input type="checkbox" name={name} value={option.text} defaultChecked={chosen.includes(option.text)} />
              {option.label}
            </label>
          ))}
        </div>
      </details>
    </div>
  )
}

/** A chosen value that is not offered any more stays chosen until it is unticked. */
function withChosen(options: readonly PageOption[], chosen: readonly string[]): readonly PageOption[] {
  const missing = chosen.filter((text) => options.every((option) => option.text !== text))
  return [...missing.map((text) => ({ text, label: text === '\\N' ? valueText(null) : text })), ...options]
}

/** Returns a filter's value as it stands in an address. */
export function textsOf(value: FilterValue | null): readonly string[] {
  return value === null
    ? []
    : addressWithTexts(new URLSearchParams(), 'x', value)
        .getAll(filterName('x'))
        .flatMap((text) => text.split('\u001f'))
}

function parameterTexts(value: ParameterValue): readonly string[] {
  if (value === null) return []
  if (Array.isArray(value)) return value.map(String)
  return [typeof value === 'object' ? `${value.start} – ${value.end}` : String(value)]
}

function parameterText(value: ParameterValue): string {
  return parameterTexts(value).join(', ')
}
