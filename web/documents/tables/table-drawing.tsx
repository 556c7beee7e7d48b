import { fitText, textWidth } from '@tidemark/shared/charts/plot/text/text-width'
import { ListChart, ruleIcons } from '@/features/result-grid/grid-cell'
import type { PlacedBlock } from '../lay-out-pages'
import { continued, iconPx, listPx, type PaperTable } from './paper-table'
import {
  columnsInRoom,
  gapPx,
  headPx,
  noteLines,
  rowsInTile,
  tablePx,
  titlePx,
  type PlacedColumn,
} from './table-layout'
import { Description, Small, Title } from '../text-drawing'
import type { TileContent } from '../tile-content'

const { gutter, text: textPx, row: rowPx } = tablePx

interface TableDrawingProps extends Pick<PlacedBlock, 'rows' | 'goesOn'> {
  readonly content: Extract<TileContent, { readonly kind: 'table' }>
  readonly width: number
  readonly height: number
}

/** Rows of a table below its headers, which each page repeats, with its totals and notes at the end. */
export function TableDrawing({ content, width, height, rows, goesOn }: TableDrawingProps) {
  const { title, description, isAlone, table } = content
  const outerPx = height + 2 * gapPx
  const shown = rowsInTile(content, outerPx, noteLines(content, { rows, shown: 0, goesOn }, width).length)
  const { from, to } = rows ?? { from: 0, to: shown }
  const { columns } = columnsInRoom(table, width)
  const isWhole = rows === undefined || (from === 0 && rows.isLast)
  const heads = from === 0 ? [] : table.headsOf(from)
  const drawn = [...heads, ...Array.from({ length: to - from }, (_, index) => from + index)]
  // The head of the document says its name.
  const namePx = isAlone && isWhole ? 0 : titlePx(description)
  const top = namePx + headPx(table)
  const hasFoot = table.foot !== null && (rows === undefined || rows.isLast)
  const bottom = top + (drawn.length + (hasFoot ? 1 : 0)) * rowPx
  return (
    <>
      {namePx > 0 && <Title text={isWhole ? title : `${title}, rows ${from + 1} to ${to}`} width={width} />}
      <Description text={description} width={width} />
      <g data-part="table-head" transform={`translate(0 ${namePx})`}>
        <Head table={table} columns={columns} />
      </g>
      {drawn.map((row, index) => (
        <g key={index} transform={`translate(0 ${top + index * rowPx})`} fontSize={textPx} fill="var(--color-text)">
          <line x1={0} x2={width} y1={-1} y2={-1} stroke="var(--color-line)" />
          {columns.map((column) => (
            <Cell key={column.column} table={table} row={row} column={column} isRepeated={index < heads.length} />
          ))}
        </g>
      ))}
      {hasFoot && (
        <g
          transform={`translate(0 ${bottom - rowPx})`}
          fontSize={textPx}
          fontWeight={600}
          fill="var(--color-text)"
          data-part="table-foot"
        >
          <line x1={0} x2={width} y1={-1} y2={-1} stroke="var(--color-line-strong)" />
          {columns.map((column) => (
            <CellText
              key={column.column}
              table={table}
              column={column}
              text={table.foot?.[column.column] ?? ''}
              isStrong
            />
          ))}
        </g>
      )}
      <Small lines={noteLines(content, { rows, shown, goesOn }, width)} top={bottom + 2} most={Infinity} />
    </>
  )
}

/** The headers of columns, below those that stand above several. */
function Head({ table, columns }: { readonly table: PaperTable; readonly columns: readonly PlacedColumn[] }) {
  const { bands } = table
  return (
    <g fontSize={textPx} fontWeight={600} fill="var(--color-muted)">
      {bands.map((level, index) =>
        level.map(({ label, first, last }) => {
          const inside = columns.filter(({ column }) => column >= first && column <= last)
          const [begin, end] = [inside[0], inside.at(-1)]
          if (begin === undefined || end === undefined) return null
          const widthPx = end.x + end.widthPx - gutter - begin.x
          const isOne = begin === end
          const baseline = index * tablePx.head + 13
          return (
            <g key={first}>
              <text x={isOne ? begin.x + widthPx : begin.x} y={baseline} textAnchor={isOne ? 'end' : 'start'}>
                {fitText(label, widthPx, textPx, 600)}
              </text>
              {!isOne && (
                <line
                  x1={begin.x}
                  x2={begin.x + widthPx}
                  y1={baseline + 5}
                  y2={baseline + 5}
                  stroke="var(--color-line-strong)"
                />
              )}
            </g>
          )
        }),
      )}
      <g transform={`translate(0 ${bands.length * tablePx.head})`}>
        {columns.map((column) => (
          <CellText
            key={column.column}
            table={table}
            column={column}
            text={table.columns[column.column]?.label ?? ''}
            isStrong
          />
        ))}
      </g>
    </g>
  )
}

interface CellProps {
  readonly table: PaperTable
  readonly column: PlacedColumn
}

/** isRepeated: of a row of an earlier page, of which only the name is told again. */
function Cell({ table, row, column, isRepeated }: CellProps & { readonly row: number; readonly isRepeated: boolean }) {
  if (isRepeated)
    return column.column > 0 ? null : (
      <CellText
        table={table}
        column={column}
        text={`${table.textOf(row, 0)}${continued}`}
        isStrong
        indentPx={table.indentOf(row)}
      />
    )
  const look = table.lookOf(row, column.column) ?? {}
  const { background, bar, list, icon, color, href, isStrong = false } = look
  const [left, widthPx] = [column.x - gutter / 2, column.widthPx]
  return (
    <>
      {background !== undefined && <rect x={left} y={-1} width={widthPx} height={rowPx} fill={background} />}
      {bar !== undefined && (
        <rect
          x={left + bar.from * widthPx}
          y={2}
          width={(bar.to - bar.from) * widthPx}
          height={rowPx - 6}
          rx={2}
          fill={bar.color}
        />
      )}
      {list === undefined ? (
        <CellText
          table={table}
          column={column}
          text={table.textOf(row, column.column)}
          isStrong={isStrong}
          indentPx={column.column === 0 ? table.indentOf(row) : 0}
          color={color}
          icon={icon}
          href={href}
        />
      ) : (
        <g transform={`translate(${Math.max(column.x, column.x + widthPx - gutter - listPx)} 1) scale(0.8)`}>
          <ListChart {...list} label="" />
        </g>
      )}
    </>
  )
}

interface CellTextProps extends CellProps {
  readonly text: string
  readonly isStrong: boolean
  readonly indentPx?: number
  readonly color?: string | undefined
  readonly icon?: { readonly name: keyof typeof ruleIcons; readonly color: string } | undefined
  readonly href?: string | undefined
}

function CellText({ table, column, text, isStrong, indentPx = 0, color, icon, href }: CellTextProps) {
  const align = table.columns[column.column]?.align ?? 'start'
  const weight = isStrong ? 600 : 400
  const iconRoomPx = icon === undefined ? 0 : iconPx
  const roomPx = column.widthPx - gutter - indentPx - iconRoomPx
  const fitted = fitText(text, roomPx, textPx, weight)
  const begin = column.x + indentPx + iconRoomPx
  const x = align === 'end' ? begin + roomPx : align === 'center' ? begin + roomPx / 2 : begin
  const ownPx = textWidth(fitted, textPx, weight)
  const iconX = x - iconPx - (align === 'end' ? ownPx : align === 'center' ? ownPx / 2 : 0)
  const Icon = icon === undefined ? null : ruleIcons[icon.name].Icon
  // Other addresses lead from a page of this site alone.
  const isLink = href !== undefined && /^(https?:|mailto:)/i.test(href)
  const drawn = (
    <text
      x={x}
      y={13}
      textAnchor={align === 'center' ? 'middle' : align}
      fontWeight={weight}
      fill={isLink ? 'var(--color-accent)' : color}
    >
      {fitted}
    </text>
  )
  return (
    <>
      {Icon !== null && <Icon x={iconX} y={3} width={12} height={12} stroke={icon?.color} />}
      {isLink ? <a href={href}>{drawn}</a> : drawn}
    </>
  )
}
