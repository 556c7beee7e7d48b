import type { EngineName } from './answering-engines'

/** The expressions that databases write differently. */
interface Words {
  readonly monthOf: (instant: string) => string
  readonly weekOf: (instant: string) => string
  readonly hourOf: (instant: string) => string
  readonly weekdayOf: (instant: string) => string
  readonly double: (value: string) => string
  readonly concat: (...parts: readonly string[]) => string
  readonly instant: (utc: string) => string
  readonly addDays: (day: string, count: number) => string
}

const standard = {
  double: (value: string) => `CAST(${value} AS double precision)`,
  concat: (...parts: readonly string[]) => parts.join(' || '),
  instant: (utc: string) => `TIMESTAMPTZ '${utc}+00'`,
  addDays: (day: string, count: number) => `CAST(${day} + INTERVAL '${count} days' AS date)`,
} as const

const wordsByEngine: Readonly<Record<EngineName, Words>> = {
  DuckDB: {
    ...standard,
    monthOf: (of) => `CAST(date_trunc('month', ${of}) AS date)`,
    weekOf: (of) => `CAST(date_trunc('week', ${of}) AS date)`,
    hourOf: (of) => `extract(hour FROM ${of})`,
    weekdayOf: (of) => `isodow(${of})`,
  },
  PostgreSQL: {
    ...standard,
    monthOf: (of) => `CAST(date_trunc('month', ${of}) AS date)`,
    weekOf: (of) => `CAST(date_trunc('week', ${of}) AS date)`,
    hourOf: (of) => `CAST(extract(hour FROM ${of}) AS integer)`,
    weekdayOf: (of) => `CAST(extract(isodow FROM ${of}) AS integer)`,
  },
  MariaDB: {
    monthOf: (of) => `CAST(DATE_FORMAT(${of}, '%Y-%m-01') AS date)`,
    weekOf: (of) => `SUBDATE(CAST(${of} AS date), WEEKDAY(${of}))`,
    hourOf: (of) => `HOUR(${of})`,
    weekdayOf: (of) => `WEEKDAY(${of}) + 1`,
    double: (value) => `CAST(${value} AS double)`,
    concat: (...parts) => `CONCAT(${parts.join(', ')})`,
    instant: (utc) => `CONVERT_TZ('${utc}', '+00:00', @@session.time_zone)`,
    addDays: (day, count) => `${day} + INTERVAL ${count} DAY`,
  },
}

/** sql: built from a dialect's expressions. isOrdered: the order of rows is part of the answer. */
export interface AnalyticalQuestion {
  readonly name: string
  readonly sql: string | ((words: Words) => string)
  readonly timeZone?: string
  readonly isOrdered?: boolean
}

export function sqlOf({ sql }: AnalyticalQuestion, engine: EngineName): string {
  return typeof sql === 'string' ? sql : sql(wordsByEngine[engine])
}

const berlin = 'Europe/Berlin'
const newYork = 'America/New_York'

export const analyticalQuestions: readonly AnalyticalQuestion[] = [
  // Scans.
  {
    name: 'how many of everything',
    sql: 'SELECT count(*) AS n, count(customer_id) AS known, count(score) AS scored, count(DISTINCT kind) AS kinds FROM events',
  },
  {
    name: 'the ends of every type',
    sql: 'SELECT min(id) AS a, max(id) AS b, min(score) AS c, max(score) AS d, min(big) AS e, max(big) AS f, min(kind) AS g, max(kind) AS h FROM events',
  },
  { name: 'sums of money are exact', sql: 'SELECT sum(amount) AS amount, count(amount) AS n FROM items' },
  {
    name: 'sums of 64-bit integers are exact',
    sql: 'SELECT sum(external_id) AS total, max(external_id) AS most FROM customers',
  },
  {
    name: 'integers next to 2^53 stay apart',
    sql: 'SELECT external_id FROM customers WHERE external_id IN (9007199254740993, 9007199254740995) ORDER BY external_id',
    isOrdered: true,
  },
  { name: 'products of decimals and integers', sql: 'SELECT sum(amount * quantity) AS revenue FROM items' },
  {
    name: 'rates of four digits',
    sql: 'SELECT sum(discount) AS total, min(discount) AS least, max(discount) AS most FROM orders',
  },
  { name: 'no row at all', sql: 'SELECT id, amount FROM items WHERE quantity > 1000' },
  {
    name: 'nothing left to add up',
    sql: 'SELECT count(*) AS n, sum(amount) AS amount, min(sku) AS sku FROM items WHERE quantity > 1000',
  },
  {
    name: 'a page of rows',
    sql: 'SELECT id, sku, category, quantity, amount FROM items ORDER BY id LIMIT 25 OFFSET 100',
    isOrdered: true,
  },
  {
    name: 'the ten largest amounts',
    sql: 'SELECT id, amount FROM items WHERE amount IS NOT NULL ORDER BY amount DESC, id LIMIT 10',
    isOrdered: true,
  },
  // Nulls.
  {
    name: 'null is a group of its own',
    sql: 'SELECT category, count(*) AS n, count(amount) AS priced, sum(amount) AS amount FROM items GROUP BY category',
  },
  {
    name: 'null in two groups',
    sql: 'SELECT status, country, count(*) AS n FROM orders LEFT JOIN customers ON customers.id = orders.customer_id GROUP BY status, country',
  },
  { name: 'not equal leaves nulls out', sql: "SELECT count(*) AS n FROM orders WHERE status <> 'paid'" },
  {
    name: 'null or not equal keeps them',
    sql: "SELECT count(*) AS n FROM orders WHERE status <> 'paid' OR status IS NULL",
  },
  { name: 'null is not in a list', sql: "SELECT count(*) AS n FROM orders WHERE status NOT IN ('paid', 'open')" },
  {
    name: 'zero in place of null',
    sql: 'SELECT sum(coalesce(discount, 0)) AS a, count(nullif(quantity, 1)) AS b FROM orders JOIN items ON items.order_id = orders.id',
  },
  {
    name: 'averages leave nulls out',
    sql: ({ double }) => `SELECT category, avg(${double('amount')}) AS mean FROM items GROUP BY category`,
  },
  // Joins.
  {
    name: 'revenue by country',
    sql: 'SELECT c.country, sum(i.amount * i.quantity) AS revenue, count(DISTINCT o.id) AS orders FROM items i JOIN orders o ON o.id = i.order_id JOIN customers c ON c.id = o.customer_id GROUP BY c.country',
  },
  {
    name: 'customers who never ordered',
    sql: 'SELECT count(*) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL',
  },
  {
    name: 'customers who did',
    sql: 'SELECT tier, count(*) AS n FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id) GROUP BY tier',
  },
  {
    name: 'orders without items',
    sql: 'SELECT count(*) AS n FROM orders o WHERE NOT EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id)',
  },
  {
    name: 'pairs of items bought together',
    sql: 'SELECT a.category AS one, b.category AS other, count(*) AS n FROM items a JOIN items b ON b.order_id = a.order_id AND b.id > a.id GROUP BY a.category, b.category',
  },
  {
    name: 'an aggregate joined to what it is of',
    sql: 'SELECT c.tier, max(t.n) AS most, min(t.n) AS least FROM customers c JOIN (SELECT customer_id, count(*) AS n FROM orders GROUP BY customer_id) t ON t.customer_id = c.id GROUP BY c.tier',
  },
  {
    name: 'each tier with each kind, also where there is none',
    sql: 'SELECT t.tier, k.kind, count(e.id) AS n FROM (SELECT DISTINCT tier FROM customers) t CROSS JOIN (SELECT DISTINCT kind FROM events) k LEFT JOIN customers c ON c.tier = t.tier LEFT JOIN events e ON e.customer_id = c.id AND e.kind = k.kind GROUP BY t.tier, k.kind',
  },
  {
    name: 'the same key on both sides of a union',
    sql: "SELECT kind, sum(n) AS n FROM (SELECT 'order' AS kind, count(*) AS n FROM orders UNION ALL SELECT 'item', count(*) FROM items UNION ALL SELECT kind, count(*) FROM events GROUP BY kind) t GROUP BY kind",
  },
  // High cardinality and skew.
  {
    name: 'how many sessions',
    sql: 'SELECT count(DISTINCT session) AS sessions, count(DISTINCT customer_id) AS customers FROM events',
  },
  {
    name: 'the busiest sessions',
    sql: 'SELECT session, count(*) AS n, sum(score) AS score FROM events GROUP BY session HAVING count(*) >= 5 ORDER BY n DESC, session LIMIT 20',
    isOrdered: true,
  },
  { name: 'every session', sql: 'SELECT session, count(*) AS n, min(id) AS first_id FROM events GROUP BY session' },
  {
    name: 'the long tail of products',
    sql: 'SELECT n, count(*) AS products FROM (SELECT sku, count(*) AS n FROM items GROUP BY sku) t GROUP BY n',
  },
  {
    name: 'the share of the best customers',
    sql: ({ double }) =>
      `SELECT ${double('sum(CASE WHEN place <= 10 THEN n ELSE 0 END)')} / sum(n) AS share FROM (SELECT customer_id, count(*) AS n, row_number() OVER (ORDER BY count(*) DESC, customer_id) AS place FROM orders WHERE customer_id IS NOT NULL GROUP BY customer_id) t`,
  },
  // Windows.
  {
    name: 'a running total',
    sql: 'SELECT id, sum(quantity) OVER (ORDER BY id) AS running FROM items WHERE order_id <= 50 ORDER BY id',
    isOrdered: true,
  },
  {
    name: 'the order before',
    sql: 'SELECT id, lag(id) OVER (PARTITION BY customer_id ORDER BY ordered_at, id) AS before_it FROM orders WHERE customer_id IS NOT NULL',
  },
  {
    name: 'the first order of each',
    sql: 'SELECT customer_id, id FROM (SELECT customer_id, id, row_number() OVER (PARTITION BY customer_id ORDER BY ordered_at, id) AS place FROM orders WHERE customer_id IS NOT NULL) t WHERE place = 1',
  },
  {
    name: 'ranks with ties',
    sql: 'SELECT quantity, rank() OVER (ORDER BY quantity DESC) AS place, dense_rank() OVER (ORDER BY quantity DESC) AS step FROM items WHERE order_id < 60',
  },
  {
    name: 'a moving sum of seven rows',
    sql: 'SELECT id, sum(quantity) OVER (ORDER BY id ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS moving FROM items WHERE id <= 500 ORDER BY id',
    isOrdered: true,
  },
  {
    name: 'quarters of a group',
    sql: 'SELECT part, count(*) AS n, sum(amount) AS amount FROM (SELECT amount, ntile(4) OVER (ORDER BY amount, id) AS part FROM items WHERE amount IS NOT NULL) t GROUP BY part',
  },
  {
    name: 'the share within a category',
    sql: ({ double }) =>
      `SELECT sku, ${double('quantity')} / sum(quantity) OVER (PARTITION BY category) AS share FROM items WHERE id <= 200`,
  },
  // Text.
  { name: 'text is found with its capitals', sql: "SELECT count(*) AS n FROM customers WHERE name LIKE '%Äpfel%'" },
  {
    name: 'a percent sign is a letter when it is escaped',
    sql: "SELECT id FROM customers WHERE name LIKE '%100!%%' ESCAPE '!'",
  },
  {
    name: 'an underscore, too',
    sql: "SELECT count(*) AS n FROM customers WHERE name LIKE '%under!_score%' ESCAPE '!'",
  },
  {
    name: 'letters beyond the basic plane count once',
    sql: 'SELECT id, char_length(name) AS letters, upper(tier) AS tier FROM customers',
  },
  {
    name: 'pieces of text',
    sql: 'SELECT substring(sku, 5, 2) AS prefix, count(*) AS n FROM items GROUP BY substring(sku, 5, 2)',
  },
  {
    name: 'texts put together',
    sql: ({ concat }) => `SELECT id, ${concat('tier', "'/'", "coalesce(country, '-')")} AS label FROM customers`,
  },
  { name: 'quotes and backslashes come back as they were', sql: 'SELECT id, name FROM customers' },
  // Time.
  {
    name: 'orders by month in UTC',
    sql: ({ monthOf }) => `SELECT ${monthOf('ordered_at')} AS month, count(*) AS n FROM orders GROUP BY 1`,
  },
  {
    name: 'orders by month in Berlin',
    timeZone: berlin,
    sql: ({ monthOf }) => `SELECT ${monthOf('ordered_at')} AS month, count(*) AS n FROM orders GROUP BY 1`,
  },
  {
    name: 'orders by day in Berlin over both clock changes',
    timeZone: berlin,
    sql: 'SELECT CAST(ordered_at AS date) AS day, count(*) AS n FROM orders GROUP BY CAST(ordered_at AS date)',
  },
  {
    name: 'orders by day in New York over both clock changes',
    timeZone: newYork,
    sql: 'SELECT CAST(ordered_at AS date) AS day, count(*) AS n FROM orders GROUP BY CAST(ordered_at AS date)',
  },
  {
    name: 'orders by day in Tokyo, which has none',
    timeZone: 'Asia/Tokyo',
    sql: 'SELECT CAST(ordered_at AS date) AS day, count(*) AS n FROM orders GROUP BY CAST(ordered_at AS date)',
  },
  {
    name: 'events by hour of the day in Berlin',
    timeZone: berlin,
    sql: ({ hourOf }) => `SELECT ${hourOf('happened_at')} AS hour, count(*) AS n FROM events GROUP BY 1`,
  },
  {
    name: 'the hours of a day of 23',
    timeZone: berlin,
    sql: ({ hourOf }) =>
      `SELECT ${hourOf('happened_at')} AS hour, count(*) AS n FROM events WHERE CAST(happened_at AS date) = DATE '2024-03-31' GROUP BY 1`,
  },
  {
    name: 'the hours of a day of 25',
    timeZone: berlin,
    sql: ({ hourOf }) =>
      `SELECT ${hourOf('happened_at')} AS hour, count(*) AS n FROM events WHERE CAST(happened_at AS date) = DATE '2024-10-27' GROUP BY 1`,
  },
  {
    name: 'weeks in Berlin',
    timeZone: berlin,
    sql: ({ weekOf }) =>
      `SELECT ${weekOf('happened_at')} AS week, count(*) AS n, sum(score) AS score FROM events GROUP BY 1`,
  },
  {
    name: 'weekdays in New York',
    timeZone: newYork,
    sql: ({ weekdayOf }) => `SELECT ${weekdayOf('happened_at')} AS weekday, count(*) AS n FROM events GROUP BY 1`,
  },
  {
    name: 'what happened within an hour of UTC',
    timeZone: berlin,
    sql: ({ instant }) =>
      `SELECT count(*) AS n FROM events WHERE happened_at >= ${instant('2024-10-27 00:00:00')} AND happened_at < ${instant('2024-10-27 03:00:00')}`,
  },
  {
    name: 'sign-ups by cohort and what they bought later',
    sql: ({ monthOf, addDays }) =>
      `SELECT ${monthOf('c.signed_up')} AS cohort, count(DISTINCT o.id) AS orders FROM customers c JOIN orders o ON o.customer_id = c.id AND o.ordered_at >= ${addDays('c.signed_up', 30)} GROUP BY 1`,
  },
  {
    name: 'from a view to a cart to a purchase',
    sql: "SELECT count(*) AS viewed, count(c.customer_id) AS put, count(b.customer_id) AS bought FROM (SELECT customer_id, min(happened_at) AS at FROM events WHERE kind = 'view' AND customer_id IS NOT NULL GROUP BY customer_id) v LEFT JOIN (SELECT customer_id, max(happened_at) AS at FROM events WHERE kind = 'cart' GROUP BY customer_id) c ON c.customer_id = v.customer_id AND c.at > v.at LEFT JOIN (SELECT customer_id, max(happened_at) AS at FROM events WHERE kind = 'buy' GROUP BY customer_id) b ON b.customer_id = c.customer_id AND b.at > c.at",
  },
  {
    name: 'days without any order of a customer',
    timeZone: berlin,
    sql: 'SELECT count(DISTINCT CAST(ordered_at AS date)) AS days FROM orders WHERE customer_id = 1',
  },
  // Shapes.
  {
    name: 'recursion',
    sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) SELECT i, i * i AS square FROM n',
  },
  {
    name: 'a pivot by hand',
    sql: "SELECT tier, sum(CASE WHEN kind = 'view' THEN 1 ELSE 0 END) AS views, sum(CASE WHEN kind = 'buy' THEN 1 ELSE 0 END) AS buys FROM events JOIN customers ON customers.id = events.customer_id GROUP BY tier",
  },
  {
    name: 'a histogram by hand',
    sql: 'SELECT floor(score / 50) * 50 AS bin, count(*) AS n FROM events WHERE score IS NOT NULL GROUP BY floor(score / 50) * 50',
  },
  {
    name: 'spread',
    sql: ({ double }) =>
      `SELECT kind, stddev_samp(score) AS spread, ${double('sum(score * score)')} AS squares FROM events GROUP BY kind`,
  },
  {
    name: 'in one set and not in another',
    sql: 'SELECT customer_id FROM orders WHERE customer_id IS NOT NULL EXCEPT SELECT customer_id FROM events WHERE customer_id IS NOT NULL',
  },
]
