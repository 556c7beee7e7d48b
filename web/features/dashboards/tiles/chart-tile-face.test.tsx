import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import { ruledSql } from '@tidemark/shared/access/rules'
import { chartSchema, type Chart } from '@tidemark/shared/charts/chart'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { runResult } from '@testkit/pages/run-result-fixture'
import { testPageEnvironment } from '@testkit/pages/page-environment-fixture'
import { PageEnvironmentProvider } from '@/client/page/page-environment'
import { defaultUiPreferences } from '@/client/page/ui-preferences'
import { UiStateProvider } from '@/client/workspace/ui-state'
import type { MissingValue } from '@/features/parameters/dashboard-parameters'
import { settledState, type QueryState } from '@/client/workspace/use-query-result'
import { WorkspaceClient } from '@/client/workspace/workspace-client'
import { loadDrawing } from '@/features/charts/chart-view'
import { ChartTileFace } from './chart-tile-face'
import { chartRoom, tileInside } from '../grid/grid-geometry'
import { markdownPart } from '@/ui/text/markdown-view'
import { filterIdSchema } from '@tidemark/shared/filters/filter'
import type { TileFilters } from '@/features/filters/tile-filters'
import { MissingChartTile } from './missing-chart-tile'
import { TextTile } from './text-tile'
import type { TileTools } from './tile-header'

// As by the time that a page has been answered once.
beforeAll(async () => void (await Promise.all((['bar', 'number', 'table', 'line'] as const).map(loadDrawing))))

const now = Date.parse('2026-05-01T12:00:00Z')

function chartWith(changes: { readonly visual?: Partial<ChartVisual>; readonly sql?: string }): Chart {
  return chartSchema.parse({
    id: 'c1',
    folderId: null,
    name: 'Orders by channel',
    description: 'Thousand, last 12 months',
    query: { kind: 'sql', connectionId: 'local', sql: changes.sql ?? 'select 1' },
    visual: { ...defaultVisual, type: 'bar', x: 'channel', y: ['orders'], ...changes.visual },
    order: 'a0',
    deletedAt: null,
    createdAt: 0,
    createdBy: 'local',
    updatedAt: 0,
    updatedBy: 'local',
  })
}

const result = runResult({
  fields: [
    { name: 'channel', type: 'text', databaseType: 'VARCHAR', nullable: true },
    { name: 'orders', type: 'integer', databaseType: 'INTEGER', nullable: false },
  ],
  columns: [
    ['Organic', 'Referral'],
    [41, 28],
  ],
  rowCount: 2,
  asOf: '2026-05-01T11:59:48Z',
  timing: { queueMs: 0, planMs: 3, executeMs: 30, fetchMs: 4, encodeMs: 1 },
})
const stored = { result, receivedAt: now }
const ready: QueryState = { kind: 'ready', result, receivedAt: now, stale: false }

const tools: TileTools = {
  mayEdit: true,
  mayEditContent: true,
  onGrab: () => undefined,
  duplicate: () => undefined,
  duplicateAndChange: null,
  comment: null,
  remove: () => undefined,
  copyLink: () => undefined,
  download: null,
  isEditing: false,
  setEditing: () => undefined,
}

/** The words a reader without scripts or styles would find, and the markup they are in. */
function render(
  state: QueryState,
  {
    chart = chartWith({}),
    elapsedMs = 0,
    isTable = false,
    filterNames = {},
    mayEdit = true,
    missing = [],
    waitsFor = [],
  }: {
    readonly chart?: Chart
    readonly elapsedMs?: number
    readonly isTable?: boolean
    readonly filterNames?: Readonly<Record<string, string>>
    readonly mayEdit?: boolean
    readonly missing?: readonly MissingValue[]
    readonly waitsFor?: TileFilters['waitsFor']
  } = {},
) {
  const html = renderToString(
    inPage(
      <ChartTileFace
        chart={chart}
        state={state}
        elapsedMs={elapsedMs}
        refresh={() => undefined}
        cancel={() => undefined}
        inside={tileInside({ x: 0, y: 0, w: 6, h: 6 }, 1164, false)}
        isCompact={false}
        isTable={isTable}
        onTable={() => undefined}
        parameters={{}}
        missing={missing}
        filters={{ conditions: [], names: filterNames, waitsFor }}
        leftOut={null}
        onParameters={null}
        onClickChoice={null}
        onRename={() => undefined}
        tools={{ ...tools, mayEdit, mayEditContent: mayEdit }}
      />,
    ),
  )
  return { html, text: textOf(html) }
}

function inPage(element: ReactElement) {
  const environment = { ...testPageEnvironment, locale: 'en', now, viewportWidth: 1440 }
  return (
    <PageEnvironmentProvider initial={environment}>
      <WorkspaceClient actor={localOwner} page={{ cookie: cookieOf(0, 0, ''), complete: true, entries: [] }}>
        <UiStateProvider preferences={defaultUiPreferences} databaseName="test">
          {element}
        </UiStateProvider>
      </WorkspaceClient>
    </PageEnvironmentProvider>
  )
}

function textOf(html: string): string {
  return html
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const syntaxError = new TidemarkError('query-unknown-name', {
  detail: 'Column `orders.totl` does not exist.',
  hint: 'Did you mean `orders.total`?',
  position: { line: 2, column: 21 },
}).toBody()

describe('a chart tile', () => {
  it('says its title, what is measured, rows, age and time taken', () => {
    const { text, html } = render(ready)
    expect(text).toContain('Orders by channel')
    expect(text).toContain('Thousand, last 12 months')
    expect(text).toContain('2 of 2 rows · as of 12 s ago · 38 ms')
    expect(html).toContain('href="/charts/c1"')
    expect(html).toContain('<svg')
  })

  it('holds the chart’s room while nothing is here, without claiming anything', () => {
    const { html, text } = render({ kind: 'pending', since: 0, previous: null })
    expect(text).not.toContain('rows')
    expect(html).toContain('aria-hidden')
    expect(text).not.toContain('Running')
  })

  it('says that it runs after 400 ms, and can be cancelled after 2 s', () => {
    expect(render({ kind: 'pending', since: 0, previous: null }, { elapsedMs: 399 }).text).not.toContain('Running')
    const running = render({ kind: 'pending', since: 0, previous: null }, { elapsedMs: 1200 }).text
    expect(running).toContain('Running the query, 1.2 s')
    expect(running).not.toContain('Cancel')
    expect(render({ kind: 'pending', since: 0, previous: null }, { elapsedMs: 2000 }).text).toContain('Cancel')
  })

  it('keeps the previous result and its age while it runs again', () => {
    const { text, html } = render({ kind: 'pending', since: 0, previous: stored }, { elapsedMs: 700 })
    expect(text).toContain('Running the query, 0.7 s · as of 12 s ago')
    expect(html).toContain('<svg')
  })

  it('shows no table of what was thinned out for its drawing while the rows are on their way', () => {
    const thinned: RunResult = { ...result, truncated: { reason: 'points', total: 90_000, columns: 320 } }
    const asked = { ...ready, result: thinned, stale: 'refreshing' } as const
    expect(render(asked, { isTable: true }).html).not.toContain('role="grid"')
    expect(render({ ...ready, result: thinned, stale: 'offline' }, { isTable: true }).html).toContain('role="grid"')
    expect(render({ ...ready, stale: 'refreshing' }, { isTable: true }).html).toContain('role="grid"')
  })

  it('ends a table that has more rows than room below a whole one', () => {
    const heightOf = (rowCount: number) => {
      const columns = [Array.from({ length: rowCount }, () => 'Organic'), Array.from({ length: rowCount }, () => 1)]
      const { html } = render({ ...ready, result: { ...result, columns, rowCount } }, { isTable: true })
      return Number(/role="grid"[^>]*--room-height:([\d.]+)px/.exec(html)?.[1])
    }
    expect((heightOf(50) - 34) % 31).toBe(0)
    expect(heightOf(2) - heightOf(50)).toBeLessThan(31)
  })

  it('says which of the dashboard’s filters it has no column for, without hovering, and that filters left nothing', () => {
    const unfiltered: RunResult = { ...result, ignoredFilters: ['region', 'gone'] }
    const { text, html } = render(
      { ...ready, result: unfiltered },
      { filterNames: { region: 'Where', channel: 'Which' } },
    )
    expect(text).toContain('Not filtered by Where · 2 of 2 rows')
    const footerOf = (of: string) => of.slice(of.indexOf('<footer'))
    expect(footerOf(html)).not.toContain('opacity-0')
    expect(footerOf(render(ready).html)).toContain('opacity-0')
    const nothing: RunResult = { ...result, columns: [[], []], rowCount: 0, appliedFilters: ['region'] }
    expect(render({ ...ready, result: nothing }).text).toContain('No row passes the filters.')
  })

  it('says that its filters came after the limit of its query', () => {
    const { text } = render({ ...ready, result: { ...result, filtersAfterLimit: true } })
    expect(text).toContain('2 of 2 rows · filtered after the query’s LIMIT · as of 12 s ago')
    expect(render(ready).text).not.toContain('LIMIT')
  })

  it('says in which zone its database calculated, where that is not the one that was asked for', () => {
    const { text } = render({ ...ready, result: { ...result, calculatedIn: 'UTC' } })
    expect(text).toContain('2 of 2 rows · the database calculated in UTC · as of 12 s ago')
    expect(render(ready).text).not.toContain('calculated')
  })

  it('says that it is offline where the status chip does not, and how old its numbers are', () => {
    expect(render({ ...ready, stale: 'offline' }).text).toContain('Offline · as of 12 s ago · 2 of 2 rows')
  })

  it('says what is missing without the server and that it comes by itself, which is no fault', () => {
    const none = settledState({ kind: 'pending', since: 0, previous: null }, { kind: 'unreachable' })
    const { text, html } = render(none)
    expect(text).toContain('Waiting for the server This browser has no earlier result.')
    expect(text).toContain('The query runs automatically when the server is back.')
    // That there is none the status chip says.
    expect(text).not.toContain('Offline')
    expect(html).not.toContain('role="alert"')
  })

  it.each([
    ['city', 'Choose a value', 'Choose one above the dashboard.'],
    [null, 'Open the chart', 'This tile uses the parameter’s default, but there is none.'],
  ])('a value that is missing is asked for, where input %s gives it', (input, action, words) => {
    const error = new TidemarkError('query-parameter', { detail: '“City” needs a value.' }).toBody()
    const failed = { kind: 'failed', error, previous: null } as const
    const { text, html } = render(failed, { missing: [{ label: 'City', input }] })
    expect(text).toContain(`“City” needs a value ${words} ${action}`)
    expect(html).not.toContain('role="alert"')
  })

  it('waits for a required filter, whatever it showed before', () => {
    const { text, html } = render(ready, { waitsFor: [{ id: filterIdSchema.parse('f'), name: 'Region' }] })
    expect(text).toContain('The filter “Region” needs a value Choose one above the dashboard. Choose a value')
    expect(html).not.toContain('<svg role="img"')
    expect(html).not.toContain('role="alert"')
  })

  it('says what failed, where, and offers to try again', () => {
    const { text, html } = render({ kind: 'failed', error: syntaxError, previous: null })
    expect(text).toContain('The query names something that does not exist or that you have no access to.')
    expect(text).toMatch(/Did you mean orders\.total ?\?/)
    expect(text).toContain('Line 2, column 21')
    expect(text).toContain('Retry')
    expect(html).toContain('role="alert"')
  })

  it('tells who may not edit it who can, not where and how', () => {
    const { text } = render({ kind: 'failed', error: syntaxError, previous: null }, { mayEdit: false })
    expect(text).toContain('People who can edit this chart can fix this.')
    expect(text).not.toMatch(/Line 2|Open the query|Did you mean/)
  })

  it('keeps the last result when a later run failed', () => {
    const { text } = render({ kind: 'failed', error: syntaxError, previous: stored })
    expect(text).toContain(
      'The query names something that does not exist or that you have no access to. · as of 12 s ago',
    )
    expect(text).toContain('Retry')
  })

  it('keeps it beside the name of the model that cannot be asked', () => {
    const error = new TidemarkError('model-unusable', { detail: '“Sales” reads itself: Sales → Sales.' }).toBody()
    expect(render({ kind: 'failed', error, previous: stored }).text).toContain(
      '“Sales” reads itself: Sales → Sales. · as of 12 s ago',
    )
  })

  it('does not offer to edit what the person may not see', () => {
    const { text } = render({ kind: 'failed', error: new TidemarkError('forbidden').toBody(), previous: null })
    expect(text).toContain('You do not have access to the data of this chart')
    expect(text).not.toContain('Open the query')
  })

  it('tells who sees only their own rows why SQL is not run, not to ask for a right', () => {
    const { text } = render({ kind: 'failed', error: ruledSql('“Sales”').toBody(), previous: null })
    expect(text).toContain('You see only your own rows of “Sales”, and SQL cannot be narrowed to them.')
    expect(text).toContain('Ask with the builder instead.')
    expect(text).not.toMatch(/admin|do not have access/)
  })

  it('asks who is signed out to sign in, not to ask an owner', () => {
    const { text } = render({ kind: 'failed', error: new TidemarkError('not-signed-in').toBody(), previous: null })
    expect(text).toContain('Sign in to continue.')
    expect(text).not.toContain('owner')
  })

  it('always says when rows were cut off', () => {
    const cut = { ...result, truncated: { reason: 'rows' as const, total: 52_311 } }
    const { html, text } = render({ ...ready, result: cut })
    expect(text).toContain('First 2 of 52,311 rows')
    expect(html).not.toMatch(/<footer class="[^"]*opacity-0/)
  })

  it('says that a query found nothing rather than drawing an empty chart', () => {
    expect(render({ ...ready, result: { ...result, columns: [[], []], rowCount: 0 } }).text).toContain('No rows')
  })

  it('offers to run again what was cancelled', () => {
    const { text } = render({ kind: 'cancelled', previous: null })
    expect(text).toContain('The query was cancelled')
    expect(text).toContain('Run again')
  })

  it('leads to the editor when the chart has no query yet', () => {
    const { text } = render({ kind: 'pending', since: 0, previous: null }, { chart: chartWith({ sql: ' \n' }) })
    expect(text).toContain('Write the query')
  })
})

describe('tiles without a chart', () => {
  it('says that a chart lies in the trash, and where to restore it', () => {
    const html = renderToString(inPage(<MissingChartTile trashedName="Old orders" isCompact={false} tools={tools} />))
    expect(textOf(html)).toContain('Old orders')
    expect(html).toContain('href="/trash"')
  })

  it('says that an unknown chart is not here', () => {
    expect(
      textOf(renderToString(inPage(<MissingChartTile trashedName={null} isCompact={false} tools={tools} />))),
    ).toContain('This chart is not here It was deleted, or you have no access to it.')
  })

  it('renders a text tile’s Markdown on the server', async () => {
    await markdownPart.load()
    expect(
      renderToStaticMarkup(
        inPage(
          <TextTile
            name="Bold"
            text={'**Bold** <script>x</script>'}
            of="note/d/t"
            onStore={() => Promise.resolve()}
            mayStore={() => true}
            isShown={() => true}
            tools={tools}
          />,
        ),
      ),
    ).toMatch(/<strong[^>]*>Bold<\/strong> &lt;script&gt;/)
  })
})

describe('the room of a chart', () => {
  it('is what header, footer and borders leave', () => {
    const inside = tileInside({ x: 8, y: 2, w: 4, h: 6 }, 1164, false)
    expect(inside).toEqual({ width: 378, height: 298 })
    expect(chartRoom(inside, { isCompact: false, hasDescription: true })).toEqual({ width: 350, height: 233 })
    expect(chartRoom(inside, { isCompact: false, hasDescription: false })).toEqual({ width: 350, height: 249 })
  })
})
