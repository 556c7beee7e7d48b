/** A function of the embedded engine, as completion shows it. */
export interface SqlFunction {
  readonly name: string
  readonly args: string
  readonly about: string
}

/**
 * Functions that are common in questions about data, selected from `duckdb_functions()`; a test checks each with the
 * engine.
 */
export const duckdbFunctions: readonly SqlFunction[] = `
count|x|rows where x is not null; count(*) all rows
sum|x|sum
avg|x|mean
min|x|smallest
max|x|largest
median|x|middle value
mode|x|most frequent value
quantile_cont|x, share|quantile, interpolated
quantile_disc|x, share|quantile, an existing value
stddev_samp|x|standard deviation of a sample
stddev_pop|x|standard deviation
var_samp|x|variance of a sample
var_pop|x|variance
corr|y, x|correlation
covar_samp|y, x|covariance of a sample
regr_slope|y, x|slope of the regression line
regr_intercept|y, x|intercept of the regression line
regr_r2|y, x|share of variance explained
skewness|x|skewness
kurtosis|x|excess kurtosis
entropy|x|entropy in bits
approx_count_distinct|x|about how many different values
approx_quantile|x, share|about this quantile
arg_max|x, by|x where by is largest
arg_min|x, by|x where by is smallest
any_value|x|some value that is not null
first|x|first value
last|x|last value
bool_and|x|whether all are true
bool_or|x|whether any is true
count_if|condition|rows where it holds
string_agg|text, separator|texts joined
list|x|values as a list
histogram|x|counts per value
product|x|product
row_number||number of the row in its window
rank||rank with gaps
dense_rank||rank without gaps
percent_rank||rank from 0 to 1
cume_dist||share of rows up to this one
ntile|n|which of n equal parts
lag|x, rows, default|value of an earlier row
lead|x, rows, default|value of a later row
first_value|x|first of the window
last_value|x|last of the window
nth_value|x, n|nth of the window
date_trunc|'month', time|start of the month, week, day …
date_part|'year', time|one part of a time
date_diff|'day', from, to|boundaries between two times
date_sub|'day', from, to|whole units between two times
time_bucket|interval, time|start of the bucket of that width
strftime|time, '%Y-%m'|time as text
strptime|text, '%Y-%m-%d'|text as time
try_strptime|text, '%Y-%m-%d'|text as time, null if it is not one
make_date|year, month, day|date
make_timestamp|year, month, day, hour, minute, second|timestamp
to_timestamp|seconds|time from seconds since 1970
epoch|time|seconds since 1970
epoch_ms|time|milliseconds since 1970
year|time|year
quarter|time|quarter, 1 to 4
month|time|month, 1 to 12
week|time|ISO week
day|time|day of the month
hour|time|hour
minute|time|minute
dayofweek|time|0 Sunday to 6 Saturday
isodow|time|1 Monday to 7 Sunday
dayofyear|time|day of the year
dayname|time|name of the weekday
monthname|time|name of the month
last_day|date|last day of the month
age|to, from|difference as years, months, days
now||this moment
today||this day
to_days|n|interval of n days
to_months|n|interval of n months
to_years|n|interval of n years
abs|x|without sign
round|x, digits|rounded
ceil|x|rounded up
floor|x|rounded down
trunc|x|towards zero
sign|x|-1, 0 or 1
sqrt|x|square root
power|x, y|x to the power of y
exp|x|e to the power of x
ln|x|natural logarithm
log10|x|logarithm to base 10
log2|x|logarithm to base 2
mod|x, y|remainder
greatest|x, y|largest of its arguments
least|x, y|smallest of its arguments
random||random number from 0 to 1
pi||3.14159…
radians|degrees|degrees as radians
degrees|radians|radians as degrees
sin|x|sine
cos|x|cosine
tan|x|tangent
atan2|y, x|angle
isnan|x|whether it is NaN
isfinite|x|whether it is finite
lower|text|lower case
upper|text|upper case
length|text|number of characters
trim|text, characters|without spaces at both ends
ltrim|text|without spaces at the start
rtrim|text|without spaces at the end
left|text, n|first n characters
right|text, n|last n characters
substring|text, start, length|part of a text
replace|text, from, to|replaced
reverse|text|backwards
repeat|text, n|n times
lpad|text, length, with|filled at the start
rpad|text, length, with|filled at the end
concat|x, y|joined as text
concat_ws|separator, x, y|joined with a separator
contains|text, part|whether it contains
starts_with|text, part|whether it starts with
ends_with|text, part|whether it ends with
strpos|text, part|position of a part, 0 if absent
string_split|text, separator|list of parts
regexp_matches|text, pattern|whether the pattern is found
regexp_extract|text, pattern, group|what the pattern found
regexp_extract_all|text, pattern|all that the pattern found
regexp_replace|text, pattern, with|pattern replaced
regexp_split_to_array|text, pattern|list of parts
strip_accents|text|without accents
levenshtein|a, b|edits between two texts
jaro_winkler_similarity|a, b|similarity from 0 to 1
printf|format, x|formatted
format|format, x|formatted with {}
md5|text|MD5 hash
sha256|text|SHA-256 hash
hash|x|64-bit hash
url_decode|text|URL encoding undone
unnest|list|one row per item
list_value|x, y|list of its arguments
list_contains|list, x|whether the list has it
list_distinct|list|without repetitions
list_sort|list|sorted
list_transform|list, lambda x: x|each item changed
list_filter|list, lambda x: x > 0|items that pass
list_aggregate|list, 'sum'|aggregate of the items
len|list|number of items
flatten|list|one level flatter
range|start, stop, step|numbers or times, end left out
generate_series|start, stop, step|numbers or times, end included
struct_pack|name := x|struct
struct_extract|struct, 'name'|field of a struct
map|keys, values|map
json_extract|json, '$.path'|part of a JSON value
json_extract_string|json, '$.path'|part of a JSON value as text
json_array_length|json|number of items
json_keys|json|names of the fields
typeof|x|name of the type
uuid||random UUID
histogram_exact|x, bins|counts at exact values
equi_width_bins|min, max, n, nice|edges of bins of one width
`
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', args = '', about = ''] = line.split('|')
    return { name, args, about }
  })

/** Forms that look like functions but belong to the grammar, so that the engine does not list them. */
export const sqlForms: readonly SqlFunction[] = [
  { name: 'coalesce', args: 'x, y', about: 'first that is not null' },
  { name: 'nullif', args: 'x, y', about: 'null when both are equal' },
  { name: 'cast', args: 'x as type', about: 'converted' },
  { name: 'try_cast', args: 'x as type', about: 'converted, null if it cannot be' },
  { name: 'extract', args: 'year from time', about: 'one part of a time' },
  { name: 'exists', args: 'select …', about: 'whether there are rows' },
]

export const duckdbKeywords =
  'select from where group by order having limit offset distinct as on using join inner left right full outer cross ' +
  'natural lateral asof positional semi anti union all intersect except with recursive materialized case when then else ' +
  'end and or not in is null like ilike similar to between exists any some true false asc desc nulls first last over ' +
  'partition rows range groups unbounded preceding following current row window qualify filter within values pivot ' +
  'unpivot tablesample sample exclude replace rename columns interval at time zone collate escape glob array lambda describe summarize'

export const duckdbTypes =
  'bigint bit blob boolean bool date decimal double float hugeint integer int int8 int4 interval json numeric real ' +
  'smallint struct text time timestamp timestamptz tinyint ubigint uinteger usmallint utinyint uuid varchar'
