/** Sentences below charts in English, with `{}` for what differs, and in German. */
const sentences: readonly (readonly [string, string])[] = [
  ['{} starts at {}, not at zero.', '{} beginnt bei {}, nicht bei null.'],
  ['{} ends at {}, not at zero.', '{} endet bei {}, nicht bei null.'],
  [
    '1 value lies beyond the axis, which goes from {} to {}.',
    '1 Wert liegt außerhalb der Achse, die von {} bis {} geht.',
  ],
  [
    '{} values lie beyond the axis, which goes from {} to {}.',
    '{} Werte liegen außerhalb der Achse, die von {} bis {} geht.',
  ],
  ['{} lies beyond the axis.', '{} liegt außerhalb der Achse.'],
  [
    '1 value of zero or less has no place on a logarithmic axis.',
    '1 Wert bis null hat auf einer logarithmischen Achse keinen Platz.',
  ],
  [
    '{} values of zero or less have no place on a logarithmic axis.',
    '{} Werte bis null haben auf einer logarithmischen Achse keinen Platz.',
  ],
  ['A logarithmic axis has ends above zero only.', 'Eine logarithmische Achse hat nur Enden über null.'],
  [
    'A stack starts at zero, so its axis is not logarithmic.',
    'Ein Stapel beginnt bei null, daher ist seine Achse nicht logarithmisch.',
  ],
  [
    'Areas cannot stack positive and negative values, so they are drawn separately.',
    'Flächen können positive und negative Werte nicht stapeln und stehen daher einzeln.',
  ],
  [
    'Negative values have no share of a whole, so nothing is stacked.',
    'Negative Werte haben keinen Anteil am Ganzen, daher ist nichts gestapelt.',
  ],
  [
    'Colours repeat after {} measures: further lines are dashed, further bars striped.',
    'Nach {} Kennzahlen wiederholen sich die Farben: weitere Linien sind gestrichelt, weitere Balken gestreift.',
  ],
  ['Each panel has shades of its own for its rows.', 'Jedes Feld hat eigene Farbstufen für seine Zeilen.'],
  [
    'The bars are evenly spaced, though the times between them differ.',
    'Die Balken haben gleiche Abstände, obwohl die Zeiten dazwischen verschieden lang sind.',
  ],
  ['The line is drawn across {} without rows.', 'Die Linie geht über Lücken ohne Zeilen hinweg.'],
  [
    '{}: 1 row had the same place as another and was added to it.',
    '{}: 1 Zeile hatte denselben Platz wie eine andere und wurde dazugezählt.',
  ],
  [
    '{}: {} rows had the same place as another and were added to it.',
    '{}: {} Zeilen hatten denselben Platz wie eine andere und wurden dazugezählt.',
  ],
  [
    '{} rows counted in {} cells of equal degrees: the stronger the colour, the more rows.',
    '{} Zeilen, gezählt in {} Zellen gleicher Grade: je kräftiger die Farbe, desto mehr Zeilen.',
  ],
  [
    '{} rows counted in {} cells: the stronger the colour, the more rows.',
    '{} Zeilen, gezählt in {} Zellen: je kräftiger die Farbe, desto mehr Zeilen.',
  ],
  ['{} of {} not found among the countries: {}.', '{} von {} Namen nicht unter den Ländern gefunden: {}.'],
  ['{} so far: {}.', '{} bisher: {}.'],
  ['The first period is not over yet.', 'Der erste Zeitraum ist noch nicht vorbei.'],
  ['{} is not over yet.', '{} ist noch nicht vorbei.'],
  ['Compared with {}.', 'Verglichen mit {}.'],
  ['Nothing is compared: {}.', 'Es wird nichts verglichen.'],
  ['1 column hidden.', '1 Spalte ausgeblendet.'],
  ['{} columns hidden.', '{} Spalten ausgeblendet.'],
  ['Hidden: {}.', 'Ausgeblendet: {}.'],
  ['Showing the {} largest of {} series.', 'Die {} größten von {} Reihen.'],
  ['Showing the {} largest of {} panels.', 'Die {} größten von {} Feldern.'],
  [
    'Showing the {} largest of {} panels, which have room here.',
    'Die {} größten von {} Feldern, für die hier Platz ist.',
  ],
  ['Showing the first {} of {}.', 'Die ersten {} von {}.'],
  ['Showing the last {} of {}.', 'Die letzten {} von {}.'],
  ['Showing the highest {} of {}.', 'Die höchsten {} von {}.'],
  ['Showing the largest {} of {}.', 'Die größten {} von {}.'],
  ['The totals are of all rows.', 'Die Summen gelten für alle Zeilen.'],
  [
    'The totals are of all groups, also of those that are not shown.',
    'Die Summen gelten für alle Gruppen, auch für die, die nicht gezeigt werden.',
  ],
  [
    'The totals are of these rows alone, which are not all.',
    'Die Summen gelten nur für diese Zeilen, die nicht alle sind.',
  ],
  ['The totals of groups are of all their rows.', 'Die Summen von Gruppen gelten für alle ihre Zeilen.'],
  [
    'The totals of groups are of all their rows, also of those that are not shown.',
    'Die Summen von Gruppen gelten für alle ihre Zeilen, auch für die, die nicht gezeigt werden.',
  ],
  [
    'Totals are of all rows, also of those that a filter of a measure leaves out.',
    'Summen gelten für alle Zeilen, auch für die, die ein Filter einer Kennzahl auslässt.',
  ],
  [
    '{} add up the rows of this result: of averages, medians and distinct counts they mean nothing.',
    'Summen zählen die Zeilen dieses Ergebnisses zusammen: bei Durchschnitten, Medianen und Anzahlen verschiedener Werte sagen sie nichts.',
  ],
  [
    '{} add up the rows: of averages and distinct counts they mean nothing.',
    'Summen zählen die Zeilen zusammen: bei Durchschnitten und Anzahlen verschiedener Werte sagen sie nichts.',
  ],
  [
    '{} add up their rows: of averages and distinct counts they mean nothing.',
    'Summen von Gruppen zählen ihre Zeilen zusammen: bei Durchschnitten und Anzahlen verschiedener Werte sagen sie nichts.',
  ],
  ['There is no goal.', 'Es gibt kein Ziel.'],
  ['The goal is zero, so nothing is a share of it.', 'Das Ziel ist null, daher ist nichts ein Anteil davon.'],
  ['1 row without a goal.', '1 Zeile ohne Ziel.'],
  ['{} rows without a goal.', '{} Zeilen ohne Ziel.'],
  ['Lines: {}.', 'Linien: {}.'],
  ['Notes: {}.', 'Anmerkungen: {}.'],
  [
    'The trend is of the points drawn, not of all rows.',
    'Der Trend gilt für die gezeichneten Punkte, nicht für alle Zeilen.',
  ],
  ['The trend is of the averages of cells.', 'Der Trend gilt für die Durchschnitte der Zellen.'],
  [
    '{} of {} outliers are drawn: the farthest of each box.',
    '{} von {} Ausreißern sind gezeichnet: die fernsten jeder Box.',
  ],
  [
    'The mean, the median and percentiles are worked out from the bins.',
    'Mittelwert, Median und Perzentile sind aus den Klassen berechnet.',
  ],
  [
    'Drawn from {} of {} points: the first, last, lowest and highest of each step.',
    'Gezeichnet aus {} von {} Punkten: erster, letzter, niedrigster und höchster jedes Schritts.',
  ],
  [
    'Drawn from {} of {} rows: the first, last, lowest and highest of each step.',
    'Gezeichnet aus {} von {} Zeilen: erste, letzte, niedrigste und höchste jedes Schritts.',
  ],
  ['Drawn from the first {} rows only.', 'Nur aus den ersten {} Zeilen gezeichnet.'],
  [
    'The quartiles of all {} rows were computed in the database.',
    'Die Quartile aller {} Zeilen wurden in der Datenbank berechnet.',
  ],
  ['The only row was counted in the database.', 'Die einzige Zeile wurde in der Datenbank gezählt.'],
  ['All {} rows were counted in the database.', 'Alle {} Zeilen wurden in der Datenbank gezählt.'],
]

/** Parts of sentences that stand in place of `{}`. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/^The right axis$/, 'Die rechte Achse'],
  [/^The axis$/, 'Die Achse'],
  [/ rows$/, ' Zeilen'],
  [/ values$/, ' Werten'],
  [/ steps$/, ' Schritten'],
  [/ changes$/, ' Änderungen'],
  [/ categories$/, ' Kategorien'],
  [/ flows$/, ' Flüssen'],
  [/ names?$/, ''],
  [/^(\d+) weeks$/, '$1 Wochen'],
]

const patterns = sentences.map(([english, german]) => ({
  pattern: new RegExp(`^${english.replaceAll('.', '\\.').replaceAll('{}', '(.+?)')}$`),
  german,
}))

/** Returns a sentence below a chart in German; one that is rare stays English. */
export function germanNote(note: string): string {
  for (const { pattern, german } of patterns) {
    const found = pattern.exec(note)
    if (found === null) continue
    let at = 0
    return german.replace(/\{\}/g, () => germanPart(found[(at += 1)] ?? ''))
  }
  return note
}

function germanPart(text: string): string {
  return parts.reduce((written, [pattern, german]) => written.replace(pattern, german), text)
}
