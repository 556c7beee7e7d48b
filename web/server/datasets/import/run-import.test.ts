import type { DatasetFormat } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { describe, expect, test } from 'vitest'
import { importBytes, signsText, typesOf } from '@testkit/datasets/import-fixture'

interface GoodCase {
  readonly says: string
  readonly format?: DatasetFormat
  readonly file: string | Uint8Array
  readonly types: string
  /** The number signs of columns, if any. */
  readonly signs?: string
  readonly rows: readonly (readonly unknown[])[]
  readonly notes?: readonly string[]
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const latin1 = (text: string) => Buffer.from(text, 'latin1')

const goodFiles: readonly GoodCase[] = [
  {
    says: 'a byte order mark is not part of the first name',
    file: '\ufeffid,name\n1,a\n',
    types: 'id:INTEGER name:VARCHAR',
    rows: [[1, 'a']],
  },
  {
    says: 'UTF-16 is recognised by its mark',
    file: utf16('id,name\r\n1,Zoë\r\n'),
    types: 'id:INTEGER name:VARCHAR',
    rows: [[1, 'Zoë']],
    notes: ['The file was read as UTF-16.'],
  },
  {
    says: 'what is not UTF-8 is read as Latin-1, and says so',
    file: latin1('id,name\n1,café\n'),
    types: 'id:INTEGER name:VARCHAR',
    rows: [[1, 'café']],
    notes: ['The file is not UTF-8 and was read as Windows-1252 (Western European).'],
  },
  {
    says: 'UTF-16 without a mark is recognised in other scripts too',
    file: Buffer.from('番号,名前\r\n一,田中太郎\r\n二,鈴木花子\r\n', 'utf16le'),
    types: '番号:VARCHAR 名前:VARCHAR',
    rows: [
      ['一', '田中太郎'],
      ['二', '鈴木花子'],
    ],
    notes: ['The file was read as UTF-16.'],
  },
  {
    says: 'Shift-JIS is recognised',
    // In Shift-JIS: 番号,名前 / 1,ソパ / 2,あい
    file: Buffer.from('94d48d862c96bc914f0a312c835c83700a322c82a082a20a', 'hex'),
    types: '番号:INTEGER 名前:VARCHAR',
    rows: [
      [1, 'ソパ'],
      [2, 'あい'],
    ],
    notes: ['The file is not UTF-8 and was read as Shift-JIS (Japanese).'],
  },
  {
    says: 'quotes and dashes of Windows-1252 do not make it Shift-JIS',
    file: Buffer.from('612c620a6974927320612093796573932c3196320a776592726520696e96736f6d652c790a', 'hex'),
    types: 'a:VARCHAR b:VARCHAR',
    rows: [
      ['it’s a “yes“', '1–2'],
      ['we’re in–some', 'y'],
    ],
    notes: ['The file is not UTF-8 and was read as Windows-1252 (Western European).'],
  },
  {
    says: 'semicolons separate, and commas are decimal',
    file: 'city;price\nBonn;1,5\nUlm;1.250,75\n',
    types: 'city:VARCHAR price:DOUBLE',
    rows: [
      ['Bonn', 1.5],
      ['Ulm', 1250.75],
    ],
    notes: ['In price the comma is decimal: 1,5 is 1.5.'],
  },
  {
    says: 'commas between thousands are no part of the number',
    file: 'city,people,rent\nBonn,"336,465","1,250.50"\nUlm,900,845.75\nRome,"2,750,000","1,900.00"\n',
    types: 'city:VARCHAR people:BIGINT rent:DOUBLE',
    rows: [
      ['Bonn', '336465', 1250.5],
      ['Ulm', '900', 845.75],
      ['Rome', '2750000', 1900],
    ],
    notes: [
      'In people the commas between thousands were left out.',
      'In rent the commas between thousands were left out.',
    ],
  },
  {
    says: 'quoted commas are decimal between commas, too, where some number can be no other',
    file: 'Ware,Preis,Saldo,Anteil,Kurs,Menge\nÄ,"1234,5","-0,5","12,5 %","1.250,75 €",1.250\nÖ,2469,"12,25",3%,"0,5 €",3\n',
    types: 'Ware:VARCHAR Preis:DOUBLE Saldo:DOUBLE Anteil:DOUBLE Kurs:DOUBLE Menge:BIGINT',
    signs: 'Anteil:% Kurs:€',
    rows: [
      ['Ä', 1234.5, -0.5, 0.125, 1250.75, '1250'],
      ['Ö', 2469, 12.25, 0.03, 0.5, '3'],
    ],
    notes: [
      'In Preis the comma is decimal: 1,5 is 1.5.',
      'In Saldo the comma is decimal: 1,5 is 1.5.',
      'Anteil has percentages and was read as numbers: 12.5% is 0.125. In Anteil the comma is decimal: 1,5 is 1.5.',
      'Kurs was read as numbers, which are shown with the sign €. In Kurs the comma is decimal: 1,5 is 1.5.',
      'In Menge the points between thousands were left out.',
    ],
  },
  {
    says: 'percentages alone say that quoted commas are decimal',
    file: 'name,rate,price\na,"12,5%","1,234"\nb,"3,25%",12\n',
    types: 'name:VARCHAR rate:DOUBLE price:DOUBLE',
    signs: 'rate:%',
    rows: [
      ['a', 0.125, 1.234],
      ['b', 0.0325, 12],
    ],
    notes: [
      'rate has percentages and was read as numbers: 12.5% is 0.125. In rate the comma is decimal: 1,5 is 1.5.',
      'In price the comma is decimal: 1,5 is 1.5.',
    ],
  },
  {
    says: 'so do dates with points',
    file: 'Tag,Preis\n31.12.2024,"12,5"\n01.02.2025,7\n',
    types: 'Tag:DATE Preis:DOUBLE',
    rows: [
      ['2024-12-31', 12.5],
      ['2025-02-01', 7],
    ],
    notes: ['In Preis the comma is decimal: 1,5 is 1.5.'],
  },
  {
    says: 'points between thousands tell decimal commas, also where other columns have decimal points',
    file: 'name,paid,rate\na,"2.274,66",1.5\nb,"12,5",2.25\nc,"1.000,00",3\n',
    types: 'name:VARCHAR paid:DOUBLE rate:DOUBLE',
    rows: [
      ['a', 2274.66, 1.5],
      ['b', 12.5, 2.25],
      ['c', 1000, 3],
    ],
    notes: ['In paid the comma is decimal: 1,5 is 1.5.'],
  },
  {
    says: 'between commas two numbers with a comma are not taken for one',
    file: 'name,parts\na,"12,34"\nb,"5,6"\nc,7\n',
    types: 'name:VARCHAR parts:VARCHAR',
    rows: [
      ['a', '12,34'],
      ['b', '5,6'],
      ['c', '7'],
    ],
    notes: [
      'parts was kept as text: a comma in it may be decimal (1,5 is 1.5) or stand between two numbers (1 and 5).',
    ],
  },
  {
    says: 'nor where some values of the column have decimal points, which is said',
    file: 'place,degrees\nBerlin,"-1,5"\nRome,12.25\nOslo,"-3,0"\n',
    types: 'place:VARCHAR degrees:VARCHAR',
    rows: [
      ['Berlin', '-1,5'],
      ['Rome', '12.25'],
      ['Oslo', '-3,0'],
    ],
    notes: ['degrees was kept as text: it has decimal commas (1,5) and decimal points (1.5).'],
  },
  {
    says: 'nor where other numbers of the file, or other amounts, have decimal points',
    file: 'a,b,c\n"-1,5",2.5,$1.50\n"3,05",3,"$1,234.50"\n',
    types: 'a:VARCHAR b:DOUBLE c:DOUBLE',
    signs: 'c:$',
    rows: [
      ['-1,5', 2.5, 1.5],
      ['3,05', 3, 1234.5],
    ],
    notes: [
      'a was kept as text: a comma in it may be decimal (1,5 is 1.5) or stand between two numbers (1 and 5).',
      'c was read as numbers, which are shown with the sign $. In c the commas between thousands were left out.',
    ],
  },
  {
    says: 'nor what stands in parentheses, nor what has thousands grouped as in India',
    file: 'spot,paid,sold\n"(3,4)","₹1,23,456","1,234"\n"(12,7)","₹12,34,567","2,500"\n',
    types: 'spot:VARCHAR paid:VARCHAR sold:BIGINT',
    rows: [
      ['(3,4)', '₹1,23,456', '1234'],
      ['(12,7)', '₹12,34,567', '2500'],
    ],
    notes: [
      'spot was kept as text: a comma in it may be decimal (1,5 is 1.5) or stand between two numbers (1 and 5).',
      'paid has amounts with the sign of a currency and was kept as text.',
      'In sold the commas between thousands were left out.',
    ],
  },
  {
    says: 'a point after grouped thousands tells them from decimal commas, also between semicolons',
    file: 'city;rent;litre\nBonn;1,250.50;1,789\nUlm;845.75;2\n',
    types: 'city:VARCHAR rent:DOUBLE litre:DOUBLE',
    rows: [
      ['Bonn', 1250.5, 1.789],
      ['Ulm', 845.75, 2],
    ],
    notes: ['In rent the commas between thousands were left out.', 'In litre the comma is decimal: 1,5 is 1.5.'],
  },
  {
    says: 'commas that could be either are not guessed',
    file: 'city\tpeople\nBonn\t336,465\nUlm\t900\n',
    types: 'city:VARCHAR people:VARCHAR',
    rows: [
      ['Bonn', '336,465'],
      ['Ulm', '900'],
    ],
    notes: ['people was kept as text: a comma in it may group thousands (1,234 is 1234) or be decimal (1.234).'],
  },
  {
    says: 'where other numbers of the file have decimal commas, points group thousands',
    file: 'shop;sales;saldo;share\nBonn;1.234;12.345.678,91;1.250\nUlm;3.000;99,50;12,5\nRome;900;7;3\n',
    types: 'shop:VARCHAR sales:BIGINT saldo:DOUBLE share:DOUBLE',
    rows: [
      ['Bonn', '1234', 12_345_678.91, 1250],
      ['Ulm', '3000', 99.5, 12.5],
      ['Rome', '900', 7, 3],
    ],
    notes: [
      'In sales the points between thousands were left out.',
      'In saldo the comma is decimal: 1,5 is 1.5.',
      'In share the comma is decimal: 1,5 is 1.5.',
    ],
  },
  {
    says: 'points that group a million are certain',
    file: 'sales\n1.234\n12\n1.000.000\n',
    types: 'sales:BIGINT',
    rows: [['1234'], ['12'], ['1000000']],
    notes: ['In sales the points between thousands were left out.'],
  },
  {
    says: 'points that could be either are not guessed where commas are likely to be decimal',
    file: 'day;sales\n1;1.234\n2;3.200\n',
    types: 'day:INTEGER sales:VARCHAR',
    rows: [
      [1, '1.234'],
      [2, '3.200'],
    ],
    notes: ['sales was kept as text: a point in it may group thousands (1.234 is 1234) or be decimal.'],
  },
  {
    says: 'points are decimal where another number of the file or of the column says so',
    file: 'a;b\n1.234;2.5\n3.200;1.234\n',
    types: 'a:DECIMAL(18,3) b:DOUBLE',
    rows: [
      ['1.234', 2.5],
      ['3.200', 1.234],
    ],
  },
  {
    says: 'between commas points are decimal',
    file: 'a,b\n1.234,x\n3.200,y\n',
    types: 'a:DECIMAL(18,3) b:VARCHAR',
    rows: [
      ['1.234', 'x'],
      ['3.200', 'y'],
    ],
  },
  {
    says: 'amounts in one currency are numbers, and its sign is known',
    file: 'city;rent;fee;cost\nBonn;$1,250.50;12 €;-£3.50\nUlm;-$845.75;7 €;£0.25\nRome;n/a;-€1;\n',
    types: 'city:VARCHAR rent:DOUBLE fee:INTEGER cost:DECIMAL(18,2)',
    signs: 'rent:$ fee:€ cost:£',
    rows: [
      ['Bonn', 1250.5, 12, '-3.50'],
      ['Ulm', -845.75, 7, '0.25'],
      ['Rome', null, -1, null],
    ],
    notes: [
      'rent was read as numbers, which are shown with the sign $. In rent the commas between thousands were left out. In rent 1 value such as n/a was read as empty.',
      'fee was read as numbers, which are shown with the sign €.',
      'cost was read as numbers, which are shown with the sign £.',
    ],
  },
  {
    says: 'amounts in parentheses are owed',
    file: 'city;rent;fee;note\nBonn;$1,250.50;(12 €);(12)\nUlm;($845.75);7 €;7\nRome; ($ 1.50) ;€1;(8)\n',
    types: 'city:VARCHAR rent:DOUBLE fee:INTEGER note:VARCHAR',
    signs: 'rent:$ fee:€',
    rows: [
      ['Bonn', 1250.5, -12, '(12)'],
      ['Ulm', -845.75, 7, '7'],
      ['Rome', -1.5, 1, '(8)'],
    ],
    notes: [
      'rent was read as numbers, which are shown with the sign $. In rent the commas between thousands were left out.',
      'fee was read as numbers, which are shown with the sign €.',
      'note has numbers in parentheses and was kept as text.',
    ],
  },
  {
    says: 'numbers with a plus, the minus of typesetters and a minus behind them are numbers',
    file: 'a;b;c;d;e\n+5;\u22125;1.234,50-;+1.5;\u2212$5.25\n-3;6;7,25;+2;$7.00\n0;\u22121 234;0,5-;n/a;$1.00\n',
    types: 'a:INTEGER b:INTEGER c:DOUBLE d:DOUBLE e:DECIMAL(18,2)',
    rows: [
      [5, -5, -1234.5, 1.5, '-5.25'],
      [-3, 6, 7.25, 2, '7.00'],
      [0, -1234, -0.5, null, '1.00'],
    ],
    notes: [
      'In b the spaces between thousands were left out.',
      'In c a minus behind a number was read as one before it. In c the comma is decimal: 1,5 is 1.5.',
      'In d 1 value such as n/a was read as empty.',
      'e was read as numbers, which are shown with the sign $.',
    ],
    signs: 'e:$',
  },
  {
    says: 'percentages may have a plus, and the minus of typesetters',
    file: 'a,b\n+3%,−1.5 %\n+12%,+2.25 %\n',
    types: 'a:DOUBLE b:DOUBLE',
    rows: [
      [0.03, -0.015],
      [0.12, 0.0225],
    ],
    notes: [
      'a has percentages and was read as numbers: 12.5% is 0.125.',
      'b has percentages and was read as numbers: 12.5% is 0.125.',
    ],
    signs: 'a:% b:%',
  },
  {
    says: 'codes of countries, telephone numbers, grades and two kinds of minus are text',
    file: 'a,b,c,d,e\n+49,+491511234567,2-,1.5-,5-\n+1,-3,1,-1.5,x\n',
    types: 'a:VARCHAR b:VARCHAR c:VARCHAR d:VARCHAR e:VARCHAR',
    rows: [
      ['+49', '+491511234567', '2-', '1.5-', '5-'],
      ['+1', '-3', '1', '-1.5', 'x'],
    ],
    notes: [
      'a has whole numbers with a plus and was kept as text.',
      'c has a minus after its numbers and was kept as text.',
      'd has a minus after its numbers and was kept as text.',
    ],
  },
  {
    says: 'hours of one digit are hours',
    file: 't,s,u\n9:05,9:05:30,2024-03-01 9:05\n10:15,0:05:10,2024-03-01 10:15:30\n',
    types: 't:TIME s:TIME u:TIMESTAMP',
    rows: [
      ['09:05:00', '09:05:30', '2024-03-01 09:05:00'],
      ['10:15:00', '00:05:10', '2024-03-01 10:15:30'],
    ],
  },
  {
    says: 'minutes beyond an hour are text, yes and no are booleans, and 0 and 1 are numbers',
    file: 'a,b,c\n25:10,yes,0\n3:02,no,1\n',
    types: 'a:VARCHAR b:BOOLEAN c:INTEGER',
    rows: [
      ['25:10', true, 0],
      ['3:02', false, 1],
    ],
  },
  {
    says: 'whole numbers in parentheses are owed where one is too large for a footnote and no year',
    file: 'k,amt,note,year\nrent,(1200),(12),(2019)\nsales,350,7,2020\nfees,(15),(8),2021\n',
    types: 'k:VARCHAR amt:INTEGER note:VARCHAR year:VARCHAR',
    rows: [
      ['rent', -1200, '(12)', '(2019)'],
      ['sales', 350, '7', '2020'],
      ['fees', -15, '(8)', '2021'],
    ],
    notes: [
      'In amt numbers in parentheses were read as negative.',
      'note has numbers in parentheses and was kept as text.',
      'year has numbers in parentheses and was kept as text.',
    ],
  },
  {
    says: 'what may be codes is text, unless a point or the sign of an exponent says that a computer wrote numbers',
    file: 'batch,plain,pointed,signed,mixed\n1E5,3,1E5,1E5,1E5\n12E3,4,2.5,1e-05,12\n7E10,5,7,3E+2,7E10\n',
    types: 'batch:VARCHAR plain:INTEGER pointed:DOUBLE signed:DOUBLE mixed:VARCHAR',
    rows: [
      ['1E5', 3, 100_000, 100_000, '1E5'],
      ['12E3', 4, 2.5, 0.00001, '12'],
      ['7E10', 5, 7, 300, '7E10'],
    ],
    notes: [
      'batch has values such as 1E5, which are codes or numbers, and was kept as text.',
      'mixed has values such as 1E5, which are codes or numbers, and was kept as text.',
    ],
  },
  {
    says: 'apostrophes and spaces between thousands are no part of the number',
    file: "a;b;c;d;e\n1'234.50;1 234;1\u00a0234,50;1\u202f234 €;CHF 1’234.50\n12.25;12;7;7 €;CHF -0.5\n12’345’678;-1 234 567;n/a;-2\u202f000 €;CHF 5\n",
    types: 'a:DOUBLE b:INTEGER c:DOUBLE d:INTEGER e:DOUBLE',
    signs: 'd:€ e:CHF',
    rows: [
      [1234.5, 1234, 1234.5, 1234, 1234.5],
      [12.25, 12, 7, 7, -0.5],
      [12_345_678, -1_234_567, null, -2000, 5],
    ],
    notes: [
      'In a the apostrophes between thousands were left out.',
      'In b the spaces between thousands were left out.',
      'In c the spaces between thousands were left out. In c the comma is decimal: 1,5 is 1.5. In c 1 value such as n/a was read as empty.',
      'd was read as numbers, which are shown with the sign €. In d the spaces between thousands were left out.',
      'e was read as numbers, which are shown with the sign CHF. In e the apostrophes between thousands were left out.',
    ],
  },
  {
    says: 'gaps within numbers that do not agree, and those of registers, are text',
    file: 'a,b,c,d,e,f\n1 234,1 234.5,912 345 678,555 1234,1 234,012 345\n1\'234,"12,5",923 456 789,555 4321,"1,234",1 234\n',
    types: 'a:VARCHAR b:VARCHAR c:VARCHAR d:VARCHAR e:VARCHAR f:VARCHAR',
    rows: [
      ['1 234', '1 234.5', '912 345 678', '555 1234', '1 234', '012 345'],
      ["1'234", '12,5', '923 456 789', '555 4321', '1,234', '1 234'],
    ],
    notes: [
      'a has both spaces and apostrophes between thousands and was kept as text.',
      'b was kept as text: it has decimal commas (1,5) and decimal points (1.5).',
      'c has the same number of digits in each value, separated by spaces, and was kept as text.',
      'e was kept as text: a comma in it may group thousands (1,234 is 1234) or be decimal (1.234).',
    ],
  },
  {
    says: 'amounts in parentheses are owed without the sign of a currency too, and numbers of footnotes are text',
    file: 'day;amount;whole;note\n1;(1,234.50);(1,200);(12)\n2;2,500.00;12;7\n3;(1.50);(7,000,000);(8)\n',
    types: 'day:INTEGER amount:DOUBLE whole:BIGINT note:VARCHAR',
    rows: [
      [1, -1234.5, '-1200', '(12)'],
      [2, 2500, '12', '7'],
      [3, -1.5, '-7000000', '(8)'],
    ],
    notes: [
      'In amount numbers in parentheses were read as negative. In amount the commas between thousands were left out.',
      'In whole numbers in parentheses were read as negative. In whole the commas between thousands were left out.',
      'note has numbers in parentheses and was kept as text.',
    ],
  },
  {
    says: 'what is owed in parentheses may leave out the sign that the other amounts have',
    file: 'rent,fee,mixed,far\n$10,€5,$1,$1\n(12.00),(3),€2,2\n($2.50),-,(3),(3)\n',
    types: 'rent:DOUBLE fee:INTEGER mixed:VARCHAR far:VARCHAR',
    signs: 'rent:$ fee:€',
    rows: [
      [10, 5, '$1', '$1'],
      [-12, -3, '€2', '2'],
      [-2.5, null, '(3)', '(3)'],
    ],
    notes: [
      'rent was read as numbers, which are shown with the sign $. In rent numbers in parentheses were read as negative.',
      'fee was read as numbers, which are shown with the sign €. In fee numbers in parentheses were read as negative. In fee 1 value such as - was read as empty.',
      'mixed has amounts of several currencies and was kept as text.',
      'far has amounts with the sign of a currency and was kept as text.',
    ],
  },
  {
    says: 'percentages are fractions, to the last digit as they are written',
    file: 'a;b;c;d;e\n12.3%;7 %;12,5 %;1 200,5 %;99%\n-0.07 %;100%;-3,25 %;5 %;n/a\n.5%;0%;;;-\n',
    types: 'a:DOUBLE b:DOUBLE c:DOUBLE d:DOUBLE e:DOUBLE',
    signs: 'a:% b:% c:% d:% e:%',
    rows: [
      [0.123, 0.07, 0.125, 12.005, 0.99],
      [-0.0007, 1, -0.0325, 0.05, null],
      [0.005, 0, null, null, null],
    ],
    notes: [
      'a has percentages and was read as numbers: 12.5% is 0.125.',
      'b has percentages and was read as numbers: 12.5% is 0.125.',
      'c has percentages and was read as numbers: 12.5% is 0.125. In c the comma is decimal: 1,5 is 1.5.',
      'd has percentages and was read as numbers: 12.5% is 0.125. In d the spaces between thousands were left out. In d the comma is decimal: 1,5 is 1.5.',
      'e has percentages and was read as numbers: 12.5% is 0.125. In e 2 values such as - or n/a were read as empty.',
    ],
  },
  {
    says: 'percentages that are not certain stay text',
    file: 'a,b,c,d\n12%,1.234%,12345678901234567%,5%\n7,2.345%,1%,(3%)\n',
    types: 'a:VARCHAR b:DOUBLE c:VARCHAR d:VARCHAR',
    signs: 'b:%',
    rows: [
      ['12%', 0.01234, '12345678901234567%', '5%'],
      ['7', 0.02345, '1%', '(3%)'],
    ],
    notes: [
      'a has numbers with a percent sign and was kept as text.',
      'b has percentages and was read as numbers: 12.5% is 0.125.',
      'c has numbers with a percent sign and was kept as text.',
    ],
  },
  {
    says: 'amounts that are not certain stay text and say why',
    file: 'a\tb\tc\td\te\n$1\t$1,234\t€5\t1,234%\t$1.2.3\n€2\t$900\t7\t12%\t$4\n',
    types: 'a:VARCHAR b:VARCHAR c:VARCHAR d:VARCHAR e:VARCHAR',
    rows: [
      ['$1', '$1,234', '€5', '1,234%', '$1.2.3'],
      ['€2', '$900', '7', '12%', '$4'],
    ],
    notes: [
      'a has amounts of several currencies and was kept as text.',
      'b was kept as text: a comma in it may group thousands (1,234 is 1234) or be decimal (1.234).',
      'c has amounts with the sign of a currency and was kept as text.',
      'd was kept as text: a comma in it may group thousands (1,234 is 1234) or be decimal (1.234).',
      'e has amounts with the sign of a currency and was kept as text.',
    ],
  },
  {
    says: 'commas that group nothing are text',
    file: 'parts\n"1,2,3"\n"12,34"\n"1,2345"\n',
    types: 'parts:VARCHAR',
    rows: [['1,2,3'], ['12,34'], ['1,2345']],
  },
  {
    says: 'tabs separate in a .tsv',
    format: 'tsv',
    file: 'a\tb\n1\tx,y\n',
    types: 'a:INTEGER b:VARCHAR',
    rows: [[1, 'x,y']],
  },
  {
    says: 'tabs separate in a .csv too',
    file: 'a\tb\n1\tx\n2\ty\n',
    types: 'a:INTEGER b:VARCHAR',
    rows: [
      [1, 'x'],
      [2, 'y'],
    ],
  },
  {
    says: 'a first line says what separates, as spreadsheets write it',
    file: 'sep=;\r\na;b\r\n1,5;x,y\r\n2;z\r\n',
    types: 'a:DOUBLE b:VARCHAR',
    rows: [
      [1.5, 'x,y'],
      [2, 'z'],
    ],
    notes: ['In a the comma is decimal: 1,5 is 1.5.'],
  },
  {
    says: 'lines above the header are left out, and said',
    file: 'Sales of shops\nExported on,2024-03-01\n\nshop,city,sales\nA,Bonn,1\nB,"Ulm, old",2\n',
    types: 'shop:VARCHAR city:VARCHAR sales:INTEGER',
    rows: [
      ['A', 'Bonn', 1],
      ['B', 'Ulm, old', 2],
    ],
    notes: ['3 lines, the first of them “Sales of shops”, are above the table and were left out.'],
  },
  {
    says: 'lines above the header may be as wide as the table',
    file: 'Export from Ledger\nGenerated,2024-05-01\nCompany,Ulm & Sons\n\nid,amt\n1,10\n2,20\n',
    types: 'id:INTEGER amt:INTEGER',
    rows: [
      [1, 10],
      [2, 20],
    ],
    notes: ['4 lines, the first of them “Export from Ledger”, are above the table and were left out.'],
  },
  {
    says: 'so may they without a title, or without a blank line, where they can be no header',
    file: 'Generated;2024-05-01\nRate;1,5\nid;amt\n1;10\n2;20\n',
    types: 'id:INTEGER amt:INTEGER',
    rows: [
      [1, 10],
      [2, 20],
    ],
    notes: ['2 lines, the first of them “Generated, 2024-05-01”, are above the table and were left out.'],
  },
  {
    says: 'a table with a blank line in it is one, also where a name is missing',
    file: 'name,\nAnn,Bonn\n\nBob,Ulm\nCy,Rome\n',
    types: 'name:VARCHAR column2:VARCHAR',
    rows: [
      ['Ann', 'Bonn'],
      ['Bob', 'Ulm'],
      ['Cy', 'Rome'],
    ],
    notes: ['1 blank line was left out.', 'Column 2 has no name in the file and is called column2.'],
  },
  {
    says: 'the header below a title says what separates',
    file: utf16('Umsatz\r\nFiliale;Umsatz;Ort\r\nA;1,5;Köln\r\nB;2;Ulm;\r\n'),
    types: 'Filiale:VARCHAR Umsatz:DOUBLE Ort:VARCHAR',
    rows: [
      ['A', 1.5, 'Köln'],
      ['B', 2, 'Ulm'],
    ],
    notes: [
      'The file was read as UTF-16.',
      'Line 1 (“Umsatz”) is above the table and was left out.',
      '1 row ends with separators that nothing follows; they were left out.',
      'In Umsatz the comma is decimal: 1,5 is 1.5.',
    ],
  },
  {
    says: 'a comma in the title separates nothing, nor do decimal ones',
    file: 'Sales, all shops\n\nshop;sales\nA;1,5\nB;2,5\nC;3,5\nD;2,0\n',
    types: 'shop:VARCHAR sales:DOUBLE',
    rows: [
      ['A', 1.5],
      ['B', 2.5],
      ['C', 3.5],
      ['D', 2],
    ],
    notes: [
      '2 lines, the first of them “Sales, all shops”, are above the table and were left out.',
      'In sales the comma is decimal: 1,5 is 1.5.',
    ],
  },
  {
    says: 'a title is found where each line is filled up to the width of the table, also below what separates',
    file: 'sep=,\n"Sales,\nall",,\n,,\nshop,2023,2024\nA,1,2\nB,,4\n',
    types: 'shop:VARCHAR 2023:INTEGER 2024:INTEGER',
    rows: [
      ['A', 1, 2],
      ['B', null, 4],
    ],
    notes: ['2 lines, the first of them “Sales, all”, are above the table and were left out.'],
  },
  {
    says: 'a header of one name above names is a header',
    file: 'name,\nAnn,Bonn\nBob,Ulm\n',
    types: 'name:VARCHAR column2:VARCHAR',
    rows: [
      ['Ann', 'Bonn'],
      ['Bob', 'Ulm'],
    ],
    notes: ['Column 2 has no name in the file and is called column2.'],
  },
  {
    says: 'a column may be called sep=',
    file: 'sep=;b\n1;2\n',
    types: 'sep=:INTEGER b:INTEGER',
    rows: [[1, 2]],
  },
  { says: 'pipes separate', file: 'a|b\n1|x\n', types: 'a:INTEGER b:VARCHAR', rows: [[1, 'x']] },
  {
    says: 'quotes hold delimiters, quotes and line ends',
    file: 'a,b\r\n"x, ""y""","one\r\ntwo"\r\n',
    types: 'a:VARCHAR b:VARCHAR',
    rows: [['x, "y"', 'one\r\ntwo']],
  },
  {
    says: 'an inch mark within a value is text',
    file: 'a,b\n5" pipe,1\n',
    types: 'a:VARCHAR b:INTEGER',
    rows: [['5" pipe', 1]],
  },
  {
    says: 'spaces around quotes are not part of the value',
    file: 'a,b\n1, "x, y" \n',
    types: 'a:INTEGER b:VARCHAR',
    rows: [[1, 'x, y']],
  },
  {
    says: 'mixed line ends are one file',
    file: 'a,b\n1,2\r\n3,4\r5,6',
    types: 'a:INTEGER b:INTEGER',
    rows: [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
  },
  {
    says: 'blank lines are left out, and counted',
    file: '\na,b\n1,2\n\n   \n3,4\n\n',
    types: 'a:INTEGER b:INTEGER',
    rows: [
      [1, 2],
      [3, 4],
    ],
    notes: ['4 blank lines were left out.'],
  },
  {
    says: 'a blank line in a file of one column is an empty value',
    file: 'a\n1\n\n3\n',
    types: 'a:INTEGER',
    rows: [[1], [null], [3]],
  },
  {
    says: 'names that appear twice, letter case aside, are told apart',
    file: 'a,b,A,a_2\n1,2,3,4\n',
    types: 'a:INTEGER b:INTEGER A_3:INTEGER a_2:INTEGER',
    rows: [[1, 2, 3, 4]],
    notes: ['The name A appears more than once; column 3 is called A_3.'],
  },
  {
    says: 'columns without a name get one',
    file: 'a,,\n1,2,3\n',
    types: 'a:INTEGER column2:INTEGER column3:INTEGER',
    rows: [[1, 2, 3]],
    notes: [
      'Column 2 has no name in the file and is called column2.',
      'Column 3 has no name in the file and is called column3.',
    ],
  },
  {
    says: 'a first row of numbers is data',
    file: '1,2\n3,4\n',
    types: 'column1:INTEGER column2:INTEGER',
    rows: [
      [1, 2],
      [3, 4],
    ],
    notes: ['The first row holds values, not names; the columns were numbered.'],
  },
  {
    says: 'a first row of the same kinds as those below it is data',
    file: 'Ada,36.5,2024-03-01\nBo,41,2024-03-02\nCy,29,2024-03-03\n',
    types: 'column1:VARCHAR column2:DOUBLE column3:DATE',
    rows: [
      ['Ada', 36.5, '2024-03-01'],
      ['Bo', 41, '2024-03-02'],
      ['Cy', 29, '2024-03-03'],
    ],
    notes: ['The first row holds values, not names; the columns were numbered.'],
  },
  { says: 'a header alone is a table of no rows', file: 'a,b\n', types: 'a:VARCHAR b:VARCHAR', rows: [] },
  {
    says: 'zip codes keep their zeros',
    file: 'zip\n01234\n90210\n',
    types: 'zip:VARCHAR',
    rows: [['01234'], ['90210']],
    notes: ['zip has values with leading zeros and was kept as text.'],
  },
  {
    says: 'integers beyond 2^53 keep every digit',
    file: 'n\n9007199254740993\n1\n',
    types: 'n:BIGINT',
    rows: [['9007199254740993'], ['1']],
  },
  {
    says: 'integers beyond 64 bits keep every digit',
    file: 'n\n123456789012345678901234567890\n-1\n',
    types: 'n:DECIMAL(38,0)',
    rows: [['123456789012345678901234567890'], ['-1']],
  },
  {
    says: 'integers beyond 38 digits are text',
    file: `n\n${'9'.repeat(60)}\n`,
    types: 'n:VARCHAR',
    rows: [['9'.repeat(60)]],
  },
  {
    says: 'money is decimal',
    file: 'price\n12.50\n0.10\n-3.00\n',
    types: 'price:DECIMAL(18,2)',
    rows: [['12.50'], ['0.10'], ['-3.00']],
  },
  { says: 'measurements are doubles', file: 'x\n1.5\n0.25\n3\n', types: 'x:DOUBLE', rows: [[1.5], [0.25], [3]] },
  {
    says: 'fractions with more digits than a double holds are decimal',
    file: 'x\n0.1234567890123456789\n1.5\n',
    types: 'x:DECIMAL(38,19)',
    rows: [['0.1234567890123456789'], ['1.5000000000000000000']],
  },
  {
    says: 'doubles printed in full stay doubles',
    file: 'x\n0.30000000000000004\n0.1\n',
    types: 'x:DOUBLE',
    rows: [[0.30000000000000004], [0.1]],
  },
  { says: '1e308 is a number', file: 'x\n1e308\n-1.5E-300\n2\n', types: 'x:DOUBLE', rows: [[1e308], [-1.5e-300], [2]] },
  { says: '1e309 is text, not infinity', file: 'x\n1e309\n', types: 'x:VARCHAR', rows: [['1e309']] },
  {
    says: 'ISO dates are dates',
    file: 'd\n2024-02-29\n\n1999-12-31\n',
    types: 'd:DATE',
    rows: [['2024-02-29'], [null], ['1999-12-31']],
  },
  { says: 'a 30th of February is text', file: 'd\n2024-02-30\n', types: 'd:VARCHAR', rows: [['2024-02-30']] },
  {
    says: 'day and month are told apart by one date that decides',
    file: 'd\n03/04/2024\n25/12/2024\n',
    types: 'd:DATE',
    rows: [['2024-04-03'], ['2024-12-25']],
  },
  {
    says: 'dates that could be either stay text',
    file: 'd\n03/04/2024\n05/06/2024\n',
    types: 'd:VARCHAR',
    rows: [['03/04/2024'], ['05/06/2024']],
    notes: ['d could be day/month or month/day and was kept as text.'],
  },
  {
    says: 'dates with the name of their month are dates, however it is put',
    file: 'd;e;f\nMar 1, 2024;01-Mar-2024;1 March 2024\nDecember 31 1999;9-DEC-2024;\n"feb 29, 2024";n/a;02 may 1900\n',
    types: 'd:DATE e:DATE f:DATE',
    rows: [
      ['2024-03-01', '2024-03-01', '2024-03-01'],
      ['1999-12-31', '2024-12-09', null],
      ['2024-02-29', null, '1900-05-02'],
    ],
    notes: ['In e 1 value such as n/a was read as empty.'],
  },
  {
    says: 'years of two digits are read behind slashes and before a time of day, where day and month are certain',
    file: 'a,b,c,d,e\n3/1/24,3/14/24 10:30 PM,25/12/85,01.03.24 10:30,25/12/24\n12/31/99,1/2/2024 8:05 AM,1/2/45,31.12.99 23:59:01,1/2/24\n',
    types: 'a:DATE b:TIMESTAMP c:DATE d:TIMESTAMP e:VARCHAR',
    rows: [
      ['2024-03-01', '2024-03-14 22:30:00', '1985-12-25', '2024-03-01 10:30:00', '25/12/24'],
      ['1999-12-31', '2024-01-02 08:05:00', '2045-02-01', '1999-12-31 23:59:01', '1/2/24'],
    ],
    notes: ['a', 'b', 'c', 'd'].map((name) => `In ${name} years of two digits were read as those from 1969 to 2068.`),
  },
  {
    says: 'years of two digits are of this century or the last one where that is certain to be a date, and said',
    file: 'd;e;f\n01-Mar-24;01.03.24;1/3/24\n9-DEC-2024;31.12.99;2/3/24\n2 may 69;;\n',
    types: 'd:DATE e:DATE f:VARCHAR',
    rows: [
      ['2024-03-01', '2024-03-01', '1/3/24'],
      ['2024-12-09', '1999-12-31', '2/3/24'],
      ['1969-05-02', null, null],
    ],
    notes: [
      'In d years of two digits were read as those from 1969 to 2068.',
      'In e years of two digits were read as those from 1969 to 2068.',
      'f could be day/month or month/day and was kept as text.',
    ],
  },
  {
    says: 'times with AM and PM are times, alone and with a date',
    file: 't;i;s\n10:30 PM;2024-03-01 10:30 PM;3/1/2024 10:30:00 PM\n12:05am;2024-03-01;12/25/2024, 9:05 AM\n9:05:30\u202fPM;2024-03-02T23:15:01;3/13/2024\n',
    types: 't:TIME i:TIMESTAMP s:TIMESTAMP',
    rows: [
      ['22:30:00', '2024-03-01 22:30:00', '2024-03-01 22:30:00'],
      ['00:05:00', '2024-03-01 00:00:00', '2024-12-25 09:05:00'],
      ['21:05:30', '2024-03-02 23:15:01', '2024-03-13 00:00:00'],
    ],
  },
  {
    says: 'dates that are written for people may have a time of day',
    file: 'a;b;c;d\n01.03.2024 10:30;13/1/2024 22:05;Mar 1, 2024 10:30 PM;3/1/2024 10:30\n1.4.2024;1/2/2024 00:00:01;01-Mar-24 23:00;4/1/2024 12:00\n',
    types: 'a:TIMESTAMP b:TIMESTAMP c:TIMESTAMP d:VARCHAR',
    rows: [
      ['2024-03-01 10:30:00', '2024-01-13 22:05:00', '2024-03-01 22:30:00', '3/1/2024 10:30'],
      ['2024-04-01 00:00:00', '2024-02-01 00:00:01', '2024-03-01 23:00:00', '4/1/2024 12:00'],
    ],
    notes: [
      'In c years of two digits were read as those from 1969 to 2068.',
      'd could be day/month or month/day and was kept as text.',
    ],
  },
  {
    says: 'times that there are not, and dates that go on in words, are text',
    file: 't;s;u\n13:30 PM;3/1/2024 25:00;at 10:30\n10:60 PM;3/1/2024 10:30 or so;1:2\n',
    types: 't:VARCHAR s:VARCHAR u:VARCHAR',
    rows: [
      ['13:30 PM', '3/1/2024 25:00', 'at 10:30'],
      ['10:60 PM', '3/1/2024 10:30 or so', '1:2'],
    ],
  },
  {
    says: 'dates are read with hyphens as with slashes, and with slashes as with hyphens',
    file: 'a,b,c,d\n25-12-2024,03-04-2024,2024/03/04,2024/3/4 10:30\n01-02-2024,05-06-2024,2024/12/25,2024/12/25 10:30 PM\n',
    types: 'a:DATE b:VARCHAR c:DATE d:TIMESTAMP',
    rows: [
      ['2024-12-25', '03-04-2024', '2024-03-04', '2024-03-04 10:30:00'],
      ['2024-02-01', '05-06-2024', '2024-12-25', '2024-12-25 22:30:00'],
    ],
    notes: ['b could be day/month or month/day and was kept as text.'],
  },
  {
    says: 'a name that is no month’s, and a day that it does not have, are text',
    file: 'd;e\nMai 1, 2024;Feb 30, 2024\nMar 1, 2024;Mar 1, 2024\n',
    types: 'd:VARCHAR e:VARCHAR',
    rows: [
      ['Mai 1, 2024', 'Feb 30, 2024'],
      ['Mar 1, 2024', 'Mar 1, 2024'],
    ],
  },
  {
    says: 'dates with and without the name of their month stay text',
    file: 'd\n2024-01-02\n1 Mar 2024\n',
    types: 'd:VARCHAR',
    rows: [['2024-01-02'], ['1 Mar 2024']],
    notes: ['d mixes ways of writing dates and was kept as text.'],
  },
  {
    says: 'dates written in several ways stay text',
    file: 'd\n2024-01-02\n03.02.2024\n',
    types: 'd:VARCHAR',
    rows: [['2024-01-02'], ['03.02.2024']],
    notes: ['d mixes ways of writing dates and was kept as text.'],
  },
  {
    says: 'times of day, time stamps and zones are kept',
    file: 't,s,z\n10:30,2024-01-02 03:04:05.678,2024-01-02T03:04:05+02:00\n',
    types: 't:TIME s:TIMESTAMP z:TIMESTAMP WITH TIME ZONE',
    rows: [['10:30:00', '2024-01-02 03:04:05.678', '2024-01-02 01:04:05+00']],
  },
  {
    says: 'true and false are booleans',
    file: 'b\ntrue\nFALSE\n\n',
    types: 'b:BOOLEAN',
    rows: [[true], [false], [null]],
  },
  {
    says: 'NA among numbers is empty, and counted',
    file: 'n\n1\nNA\nnull\n4\n',
    types: 'n:INTEGER',
    rows: [[1], [null], [null], [4]],
    notes: ['In n 2 values such as NA or null were read as empty.'],
  },
  {
    says: 'so is what spreadsheets, databases and people write for nothing',
    file: 'n\n1\n#DIV/0!\n#N/A\n\\N\n--\n—\n.\n?\n<NA>\nn.a.\n4\n',
    types: 'n:INTEGER',
    rows: [[1], [null], [null], [null], [null], [null], [null], [null], [null], [null], [4]],
    notes: ['In n 9 values such as #DIV/0! or — were read as empty.'],
  },
  {
    says: 'so is what spreadsheets write for errors, also in other languages',
    file: 'n\n1\nErr:502\n#ERROR!\n#NV\n#BEZUG!\n#¡VALOR!\n4\n',
    types: 'n:INTEGER',
    rows: [[1], [null], [null], [null], [null], [null], [4]],
    notes: ['In n 5 values such as #BEZUG! or Err:502 were read as empty.'],
  },
  {
    says: 'hours beyond a day are no time of day',
    file: 'long,some,other\n25:30:00,10:30:00,10:30:00\n30:00:00.5,25:30:00,n.b.\n,NA,25:30:00\n',
    types: 'long:VARCHAR some:VARCHAR other:VARCHAR',
    rows: [
      ['25:30:00', '10:30:00', '10:30:00'],
      ['30:00:00.5', '25:30:00', 'n.b.'],
      [null, 'NA', '25:30:00'],
    ],
    notes: [
      'long has hours beyond a day, which are not times of day, and was kept as text.',
      'some has hours beyond a day, which are not times of day, and was kept as text.',
    ],
  },
  {
    says: 'what stands for nothing is text among texts',
    file: 'n\n?\n--\nx\n',
    types: 'n:VARCHAR',
    rows: [['?'], ['--'], ['x']],
  },
  { says: 'NA among texts is text', file: 'country\nNA\nDE\n', types: 'country:VARCHAR', rows: [['NA'], ['DE']] },
  {
    says: 'one word among numbers is named with its row',
    file: `n\n${Array.from({ length: 60_000 }, (_, row) => (row === 59_000 ? 'n.b.' : String(row))).join('\n')}\n`,
    types: 'n:VARCHAR',
    rows: Array.from({ length: 60_000 }, (_, row) => [row === 59_000 ? 'n.b.' : String(row)]),
    notes: ['n has numbers and other values, the first “n.b.” in row 59002, and was kept as text.'],
  },
  {
    says: 'separators at the end of rows that nothing follows are no values',
    file: 'a,b\n1,2,\n3,4,\n',
    types: 'a:INTEGER b:INTEGER',
    rows: [
      [1, 2],
      [3, 4],
    ],
    notes: ['2 rows end with separators that nothing follows; they were left out.'],
  },
  {
    says: 'nor do they keep a file from being separated by what its header is',
    file: 'a;b, c;d\n1;x, y;2;\n2;z, w;3;\n',
    types: 'a:INTEGER b, c:VARCHAR d:INTEGER',
    rows: [
      [1, 'x, y', 2],
      [2, 'z, w', 3],
    ],
    notes: ['2 rows end with separators that nothing follows; they were left out.'],
  },
  {
    says: 'of some rows neither',
    file: 'a;b\n1;2;;\n3;4\n5;;\n6;""\n',
    types: 'a:INTEGER b:INTEGER',
    rows: [
      [1, 2],
      [3, 4],
      [5, null],
      [6, null],
    ],
    notes: ['2 rows end with separators that nothing follows; they were left out.'],
  },
  {
    says: 'rows of separators only are none, in the middle, at the end and above the header',
    file: ',,\na,b,c\n1,x,2\n,,\n3,,4\n , ,\n,\n,,,\n',
    types: 'a:INTEGER b:VARCHAR c:INTEGER',
    rows: [
      [1, 'x', 2],
      [3, null, 4],
    ],
    notes: ['5 rows that hold nothing but separators were left out.'],
  },
  {
    says: 'a last row of sums is said to be one',
    file: 'no,city,sales,share,year\n1,Bonn,1,0.1,2023\n2,Ulm,5,0.2,2024\n,Total:,6,0.3,\n',
    types: 'no:INTEGER city:VARCHAR sales:INTEGER share:DOUBLE year:INTEGER',
    rows: [
      [1, 'Bonn', 1, 0.1, 2023],
      [2, 'Ulm', 5, 0.2, 2024],
      [null, 'Total:', 6, 0.3, null],
    ],
    notes: ['The last row (“Total:”) has the sums of the rows above it (sales, share) and counts as a row like them.'],
  },
  {
    says: 'a last row that is called so and has other numbers is not',
    file: 'city,sales\nBonn,1\nUlm,5\nTotal,7\n',
    types: 'city:VARCHAR sales:INTEGER',
    rows: [
      ['Bonn', 1],
      ['Ulm', 5],
      ['Total', 7],
    ],
  },
  {
    says: 'a row of groups above that of the names is part of them',
    file: 'Export\n\nCity,2023,,2024,,Note\n,Sales,Cost,Sales,Cost,\nBonn,1,2,3,4,x\nUlm,5,6,7,8,y\n',
    types:
      'City:VARCHAR 2023 – Sales:INTEGER 2023 – Cost:INTEGER 2024 – Sales:INTEGER 2024 – Cost:INTEGER Note:VARCHAR',
    rows: [
      ['Bonn', 1, 2, 3, 4, 'x'],
      ['Ulm', 5, 6, 7, 8, 'y'],
    ],
    notes: [
      '2 lines, the first of them “Export”, are above the table and were left out.',
      'Two rows of names were read as one, such as “2023 – Sales”.',
    ],
  },
  {
    says: 'a group that is repeated above each of its names is one, and what is above none has its own name',
    file: ' ,North,North,South,South\nyear,a,b,a,b\n2023,1,2,3,4\n2024,5,6,7,8\n',
    types: 'year:INTEGER North – a:INTEGER North – b:INTEGER South – a:INTEGER South – b:INTEGER',
    rows: [
      [2023, 1, 2, 3, 4],
      [2024, 5, 6, 7, 8],
    ],
    notes: ['Two rows of names were read as one, such as “North – a”.'],
  },
  {
    says: 'a column without a name above words or above numbers in each row makes no group',
    file: 'a,,b\nx,y,unknown\nz,w,5\nu,v,6\n',
    types: 'a:VARCHAR column2:VARCHAR b:VARCHAR',
    rows: [
      ['x', 'y', 'unknown'],
      ['z', 'w', '5'],
      ['u', 'v', '6'],
    ],
    notes: ['Column 2 has no name in the file and is called column2.'],
  },
  {
    says: 'an empty text in quotes makes a row of it',
    file: 'a,b\n1,x\n"",\n',
    types: 'a:INTEGER b:VARCHAR',
    rows: [
      [1, 'x'],
      [null, null],
    ],
  },
  {
    says: 'a column with neither a name nor values is left out, also where only the header ends with a separator',
    file: 'a,b,\n1,2\n3,4,\n',
    types: 'a:INTEGER b:INTEGER',
    rows: [
      [1, 2],
      [3, 4],
    ],
    notes: ['1 column that has neither a name nor values was left out.'],
  },
  {
    says: 'columns with neither a name nor values are left out between others, too',
    file: ',a,,b,,\nx,1,,2,,\ny,3,,n.b.,,\n',
    types: 'column1:VARCHAR a:INTEGER b:VARCHAR',
    rows: [
      ['x', 1, '2'],
      ['y', 3, 'n.b.'],
    ],
    notes: [
      'Column 1 has no name in the file and is called column1.',
      '3 columns that have neither a name nor values were left out.',
    ],
  },
  {
    says: 'a column that is empty throughout is text',
    file: 'a,b\n1,\n2,\n',
    types: 'a:INTEGER b:VARCHAR',
    rows: [
      [1, null],
      [2, null],
    ],
  },
  {
    says: 'an empty text in quotes is not null',
    file: 'a,b\nx,""\ny,\n',
    types: 'a:VARCHAR b:VARCHAR',
    rows: [
      ['x', ''],
      ['y', null],
    ],
  },
  {
    says: 'an empty number in quotes is null',
    file: '"a","b"\n"1",""\n"2","3"\n',
    types: 'a:INTEGER b:INTEGER',
    rows: [
      [1, null],
      [2, 3],
    ],
  },
  {
    says: 'emoji and right-to-left text are kept',
    file: 'a,b\n👩‍👩‍👧,שלום\n🏳️‍🌈,مرحبا\n',
    types: 'a:VARCHAR b:VARCHAR',
    rows: [
      ['👩‍👩‍👧', 'שלום'],
      ['🏳️‍🌈', 'مرحبا'],
    ],
  },
  {
    says: 'a long name is cut between characters',
    file: `${'n'.repeat(254)}👍,b\n1,2\n`,
    types: `${'n'.repeat(254)}:INTEGER b:INTEGER`,
    rows: [[1, 2]],
  },
  {
    says: '300 columns are 300 columns',
    file: `${Array.from({ length: 300 }, (_, index) => `k${index}`).join(',')}\n${Array.from({ length: 300 }, (_, index) => index).join(',')}\n`,
    types: Array.from({ length: 300 }, (_, index) => `k${index}:INTEGER`).join(' '),
    rows: [Array.from({ length: 300 }, (_, index) => index)],
  },
  {
    says: 'a value of five megabytes is kept',
    file: `a,b\n1,${'x'.repeat(5_000_000)}\n`,
    types: 'a:INTEGER b:VARCHAR',
    rows: [[1, 'x'.repeat(5_000_000)]],
  },
  {
    says: 'an array of JSON objects is a table',
    format: 'json',
    file: '[{"a":1,"b":"x"},{"a":2.5,"c":[1,2]}]',
    types: 'a:DOUBLE b:VARCHAR c:JSON',
    rows: [
      [1, 'x', null],
      [2.5, null, '[1,2]'],
    ],
  },
  {
    says: 'one JSON object is one row',
    format: 'json',
    file: '{\n "a": 1,\n "b": {"c": "d"}\n}\n',
    types: 'a:INTEGER b:JSON',
    rows: [[1, '{"c":"d"}']],
  },
  {
    says: 'NDJSON is a table',
    format: 'ndjson',
    file: '{"a":1}\n\n{"a":null}\n{"b":"2024-01-02"}',
    types: 'a:INTEGER b:DATE',
    rows: [
      [1, null],
      [null, null],
      [null, '2024-01-02'],
    ],
  },
  {
    says: 'names that differ in letter case only, and one that is empty, keep their values',
    format: 'json',
    file: '[{"a":1,"A":"x","":true},{"a":2,"A":"y","it\'s \\"b\\"":{"c d":1}}]',
    types: 'a:INTEGER A_1:VARCHAR C2:BOOLEAN it\'s "b":JSON',
    rows: [
      [1, 'x', true, null],
      [2, 'y', null, '{"c d":1}'],
    ],
  },
  {
    says: 'JSON texts of digits stay texts',
    format: 'json',
    file: '[{"zip":"01234"},{"zip":"90210"}]',
    types: 'zip:VARCHAR',
    rows: [['01234'], ['90210']],
  },
  {
    says: 'JSON texts with the same sign throughout are numbers',
    format: 'json',
    file: '[{"share":"12.3%","price":"$1,234.50","euro":"1.234,50 €","mixed":"$1","part":"5%","n":"1,234.50"},{"share":"-7%","price":"($2.00)","euro":"2,00 €","mixed":"€1","part":"x","n":"2"},{"share":null,"price":"--"}]',
    types: 'share:DOUBLE price:DOUBLE euro:DOUBLE mixed:VARCHAR part:VARCHAR n:VARCHAR',
    signs: 'share:% price:$ euro:€',
    rows: [
      [0.123, 1234.5, 1234.5, '$1', '5%', '1,234.50'],
      [-0.07, -2, 2, '€1', 'x', '2'],
      [null, null, null, null, null, null],
    ],
    notes: [
      'share has percentages and was read as numbers: 12.5% is 0.125.',
      'price was read as numbers, which are shown with the sign $. In price the commas between thousands were left out. In price 1 value such as -- was read as empty.',
      'euro was read as numbers, which are shown with the sign €. In euro the comma is decimal: 1,5 is 1.5.',
    ],
  },
  {
    says: 'dates and times in JSON are read as those of other files: by what they are, with their zones',
    format: 'json',
    file: '[{"z":"2024-03-01T10:00:00+02:00","d":"03-04-2024","e":"25-12-2024","n":{"at":"2024-03-01T10:00:00+02:00"},"v":"01-02-03","t":"10:30","y":"2024"},{"z":"2024-07-01T10:00:00Z","d":"05-06-2024","e":"01-02-2024","n":null,"v":"04-05-06","t":"11:30","y":"2025"}]',
    types: 'z:TIMESTAMP WITH TIME ZONE d:VARCHAR e:DATE n:JSON v:VARCHAR t:TIME y:VARCHAR',
    rows: [
      [
        '2024-03-01 08:00:00+00',
        '03-04-2024',
        '2024-12-25',
        '{"at":"2024-03-01T10:00:00+02:00"}',
        '01-02-03',
        '10:30:00',
        '2024',
      ],
      ['2024-07-01 10:00:00+00', '05-06-2024', '2024-02-01', null, '04-05-06', '11:30:00', '2025'],
    ],
    notes: ['d could be day/month or month/day and was kept as text.'],
  },
  {
    says: 'empty texts among the dates and amounts of JSON are no values, which is said; among texts they stay',
    format: 'json',
    file: '[{"d":"2024-03-01","p":"$1.50","t":"a"},{"d":"","p":"","t":""},{"d":" ","p":null,"t":null},{"d":null,"p":"NA"}]',
    types: 'd:DATE p:DECIMAL(18,2) t:VARCHAR',
    signs: 'p:$',
    rows: [
      ['2024-03-01', '1.50', 'a'],
      [null, null, ''],
      [null, null, null],
      [null, null, null],
    ],
    notes: [
      'In d 2 empty texts were read as (empty).',
      'p was read as numbers, which are shown with the sign $. In p 1 value such as NA was read as empty. In p 1 empty text was read as (empty).',
    ],
  },
  {
    says: 'JSON integers keep every digit',
    format: 'json',
    file: '[{"a":9007199254740993,"b":18446744073709551615,"c":123456789012345678901234567890},{"a":1,"b":-1,"c":2}]',
    types: 'a:BIGINT b:DECIMAL(38,0) c:VARCHAR',
    rows: [
      ['9007199254740993', '18446744073709551615', '123456789012345678901234567890'],
      ['1', '-1', '2'],
    ],
    notes: ['1 number is longer or larger than a number type holds and stayed text.'],
  },
  {
    says: 'integers within values of JSON keep every digit, beside fractions and other integers',
    format: 'json',
    file: '[{"a":{"b":9007199254740993},"c":[9007199254740993,0.5],"d":{"e":[1]}},{"a":{"b":0.5,"x":null},"c":[1],"d":{"e":[2.5]}}]',
    types: 'a:JSON c:JSON d:JSON',
    rows: [
      ['{"b":9007199254740993}', '[9007199254740993,0.5]', '{"e":[1]}'],
      ['{"b":0.5,"x":null}', '[1]', '{"e":[2.5]}'],
    ],
  },
  {
    says: '1e309 is text in JSON too, not infinity, which is no JSON',
    format: 'json',
    file: '[{"a":1e309,"b":{"c":-1e400},"d":1e308},{"a":1,"b":{"c":2},"d":2.5}]',
    types: 'a:VARCHAR b:JSON d:DOUBLE',
    rows: [
      ['1e309', '{"c":"-1e400"}', 1e308],
      ['1', '{"c":2}', 2.5],
    ],
    notes: ['2 numbers are longer or larger than a number type holds and stayed text.'],
  },
  {
    says: 'numbers that are not finite are read as Python writes them, though they are no JSON',
    format: 'json',
    file: '[{"a": NaN, "b": Infinity, "c": {"d": NaN}}, {"a": 1.5, "b": -Infinity, "c": {"d": 1}}, {"a": 2, "b": 0.5}]',
    types: 'a:DOUBLE b:DOUBLE c:JSON',
    rows: [
      [null, 'Infinity', '{"d":"NaN"}'],
      [1.5, '-Infinity', '{"d":1}'],
      [2, 0.5, null],
    ],
    notes: ['In a 1 value such as NaN was read as empty.'],
  },
  {
    says: 'JSON integers beside fractions keep every digit where decimals hold both, else it is said that they were rounded',
    format: 'json',
    file: '[{"a":9007199254740993,"b":18446744073709551615,"c":9007199254740992,"i":9007199254740993},{"a":0.25,"b":1e300,"c":0.5,"i":1},{"a":null,"b":-9007199254740993}]',
    types: 'a:DECIMAL(38,2) b:DOUBLE c:DOUBLE i:BIGINT',
    rows: [
      ['9007199254740993.00', 18446744073709552000, 9007199254740992, '9007199254740993'],
      ['0.25', 1e300, 0.5, '1'],
      [null, -9007199254740992, null, null],
    ],
    notes: [
      'In b 2 whole numbers were rounded: a column that has fractions, or far larger numbers, holds about 16 digits of each.',
    ],
  },
]

describe('a file that can be read', () => {
  test.each(goodFiles)('$says', async ({ format = 'csv', file, types, signs = '', rows, notes = [] }) => {
    const table = await importBytes(format, file)
    expect(typesOf(table)).toBe(types)
    expect(signsText(table)).toBe(signs)
    expect(table.rows).toEqual(rows)
    expect(table.rowCount).toBe(rows.length)
    expect(table.notes.map((note) => note.message)).toEqual(notes)
  })

  test('the profile has the first and last of days and times, those with an offset in UTC', async () => {
    const { columns } = await importBytes(
      'csv',
      'day,at,zoned,n\n2015-12-31,2015-01-02 03:04:05,2015-06-01T00:30:00+02:00,1\n2012-01-01,,2014-06-01T12:00:00Z,2\n',
    )
    expect(Object.fromEntries(columns.map(({ name, span }) => [name, span]))).toEqual({
      day: { first: '2012-01-01', last: '2015-12-31' },
      at: { first: '2015-01-02T03:04:05', last: '2015-01-02T03:04:05' },
      zoned: { first: '2014-06-01T12:00:00Z', last: '2015-05-31T22:30:00Z' },
      n: undefined,
    })
  })

  test('the profile counts nulls, finds keys and shows up to five distinct values in the order they appear', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, row) => `${row % 7},${row === 2500 ? 'x' : ''},${row},${row % 2000},${row}.5`,
    )
    const table = await importBytes('csv', `n,late,key,repeats,size\n${rows.join('\n')}\n`)
    const sample = ['0', '1', '2', '3', '4']
    const whole = { type: 'integer', databaseType: 'INTEGER', nullCount: 0, sample }
    expect(table.columns).toEqual([
      { ...whole, name: 'n', isUnique: false },
      { name: 'late', type: 'text', databaseType: 'VARCHAR', nullCount: 2999, sample: ['x'], isUnique: false },
      { ...whole, name: 'key', isUnique: true },
      { ...whole, name: 'repeats', isUnique: false },
      expect.not.objectContaining({ isUnique: expect.anything() }),
    ])
  })
})

interface BadCase {
  readonly says: string
  readonly format?: DatasetFormat
  readonly file: string | Uint8Array
  readonly code: string
  readonly detail?: string | RegExp
}

const badFiles: readonly BadCase[] = [
  { says: 'an empty file', file: '', code: 'upload-empty' },
  { says: 'a file of blank lines', file: '\n \n\n', code: 'upload-empty' },
  { says: 'an empty JSON file', format: 'json', file: ' \n', code: 'upload-empty' },
  { says: 'an empty JSON array', format: 'json', file: '[]', code: 'upload-empty' },
  {
    says: 'a header of 20 000 columns',
    file: `${Array.from({ length: 20_000 }, (_, index) => `c${index}`).join(',')}\n${'1,'.repeat(19_999)}1\n`,
    code: 'upload-unreadable',
    detail: 'It has more than 4,096 columns, which is the most a table can have.',
  },
  {
    says: 'more ragged rows than whole ones',
    file: 'a,b\n1,2\n1,2,3\n4\n',
    code: 'upload-unreadable',
    detail: 'Row 3 has 3 values, the header has 2.',
  },
  {
    says: 'a header with a name too few, which is no title',
    file: 'name,city\nAnn,Bonn,DE\nBob,Ulm,DE\n',
    code: 'upload-unreadable',
    detail: 'Row 2 has 3 values, the header has 2.',
  },
  {
    says: 'a text with a comma in each line, the first of which is no title',
    file: 'said\nHello, world\nBye, moon\n',
    code: 'upload-unreadable',
    detail: 'Row 2 has 2 values, the header has 1.',
  },
  {
    says: 'a quote that is never closed',
    file: 'a,b\n1,2\n3,"x\n4,5\n',
    code: 'upload-unreadable',
    detail: 'Row 3 opens a quote at value 2 that is never closed.',
  },
  {
    says: 'text after a closing quote',
    file: 'a,b\n"x"y,2\n',
    code: 'upload-unreadable',
    detail: 'Row 2 has text after the closing quote of value 1.',
  },
  {
    says: 'a picture named .csv',
    file: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0xff]),
    code: 'upload-unreadable',
    detail: 'The file is not text.',
  },
  {
    says: 'a bad line of NDJSON',
    format: 'ndjson',
    file: '{"a":1}\n{"a":2}\n{"a":}\n',
    code: 'upload-unreadable',
    detail: 'Record 3 (line 3, column 6) has “}” where a value belongs.',
  },
  {
    says: 'a JSON array that is cut off',
    format: 'json',
    file: '[{"a":1},{"a":2',
    code: 'upload-unreadable',
    detail: 'Record 2 (line 1, column 15) ends too early: the file is cut off.',
  },
  {
    says: 'JSON with a bare word',
    format: 'json',
    file: '[{"a":yes}]',
    code: 'upload-unreadable',
    detail: 'Record 1 (line 1, column 7) has “yes”, which is not a JSON value.',
  },
  {
    says: 'JSON that nests without end',
    format: 'json',
    file: `[{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}]`,
    code: 'upload-unreadable',
    detail: 'Record 1 (line 1, column 505) nests values more than 500 deep.',
  },
  {
    says: 'a web page named .json',
    format: 'json',
    file: '<html></html>',
    code: 'upload-unreadable',
    detail: 'Record 1 (line 1, column 1) has “<” where a record belongs.',
  },
  {
    says: 'JSON whose inner names differ only in letter case',
    format: 'json',
    file: '[{"o": {"a": 1}}, {"o": {"A": 2}}]',
    code: 'upload-unreadable',
    detail: 'Objects within its records have names that differ only in letter case, as of “A”.',
  },
  {
    says: 'text named .parquet',
    format: 'parquet',
    file: 'a,b\n1,2\n',
    code: 'upload-unreadable',
    detail: 'It does not begin as a Parquet file does.',
  },
  {
    says: 'a Parquet file that is cut off',
    format: 'parquet',
    file: 'PAR1 and then nothing that makes sense PAR1',
    code: 'upload-unreadable',
    detail: /footer/i,
  },
]

describe('a file that cannot be read is refused with what was wrong', () => {
  test.each(badFiles)('$says', async ({ format = 'csv', file, code, detail }) => {
    const error = await importBytes(format, file).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(TidemarkError)
    if (!(error instanceof TidemarkError)) return
    expect(error.code).toBe(code)
    if (typeof detail === 'string') expect(error.detail).toBe(detail)
    if (detail instanceof RegExp) expect(error.detail).toMatch(detail)
    expect(error.detail ?? '').not.toMatch(/tidemark-import|\/tmp/)
  })
  test.each(['', '"'])('a value of 60 MB, quoted with %s, in our words', async (quote) => {
    const file = `id,note\n1,${quote}${'x'.repeat(60_000_000)}${quote}\n`
    await expect(importBytes('csv', file)).rejects.toMatchObject({
      code: 'upload-unreadable',
      detail: 'Reading it takes more than the 512 MB of memory that one file gets.',
    })
  })
})
