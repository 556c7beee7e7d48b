const identifiers =
  'id ids uuid guid key pk fk zip zipcode postcode postalcode plz code sku isbn ean upc gtin imei iban phone telephone mobile fax'
const identifierWords = new Set(identifiers.split(' '))
/** After another word these mean an identifier, as in "order number"; alone they mean an amount. */
const numberWords = new Set('number no nr num'.split(' '))
/** German compounds: Kundennummer, Bestellnr., Postleitzahl. */
const numberCompound = /.(nummer|nr|leitzahl)$/u
const amountWords = new Set(
  'a avg average count distinct max maximum mean median min minimum n num number running share std sum the total unique'.split(
    ' ',
  ),
)

/** Returns true if a column with this name holds identifiers (ids, codes, telephone numbers) rather than amounts. */
export function isIdentifierName(name: string): boolean {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  const first = words[0] ?? ''
  if (words.length > 1 && amountWords.has(first)) return false
  return identifierWords.has(last) || numberCompound.test(last) || (words.length > 1 && numberWords.has(last))
}

/** Splits a name: `customerID`, `customer_id` and `Customer ID` become customer and id. */
function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
}
