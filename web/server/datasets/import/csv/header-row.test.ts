import { expect, test } from 'vitest'
import { isHeaderRow } from './header-row'

const table = (text: string) => text.split('\n').map((line) => line.split(',').map((value) => value || null))

test.each([
  ['texts above numbers', 'name,age\nAda,36\nBo,41', true],
  ['texts above texts', 'city,land\nRome,IT\nOslo,NO', true],
  ['a row alone', '1,2,3', true],
  ['numbers alone', '1,2,3\n4,5,6', false],
  ['a text and a number above more of them', 'Ada,36\nBo,41\nCy,29', false],
  ['flowers', '5.1,3.5,1.4,0.2,setosa\n4.9,3.0,1.4,0.2,setosa\n6.3,3.3,6.0,2.5,virginica', false],
  ['people', '39,State-gov,77516,13\n50,Private,83311,13\n38,Private,215646,9', false],
  ['a day above days', '2024-01-01,north,5\n2024-01-02,south,6', false],
  ['times of day', 'in,08:15\nout,17:40\nin,08:20', false],
  ['truths', 'Ada,true\nBo,false', false],
  ['a value that is missing', 'Ada,,36\nBo,x,41\nCy,y,29', false],
  ['a value that is missing below', 'Ada,36\nBo,NA\nCy,29', false],
  ['amounts', 'Ada,$36.10\nBo,$41.00', false],
  ['one text among the numbers below', 'Ada,36\nBo,unknown\nCy,29', true],
  ['a column for each year', 'land,2019,2020,2021\nIT,5,6,7\nNO,8,9,10', true],
  ['a column for one year', 'land,2019\nIT,5\nNO,8', true],
  ['a column for each month', 'land,1,2,3,4\nIT,5,6,7,9\nNO,8,9,10,2', true],
  ['a column for each of two', 'sex,0,1\nf,5,6\nm,8,9', true],
  ['a column for each dose', 'drug,0.5,1.0,1.5\nA,5,6,7\nB,8,9,10', true],
  ['a column for each room', 'wing,101,205,310\neast,20,21,19\nwest,22,20,18', true],
  ['a column for each day', 'land,2024-01-01,2024-01-02\nIT,5,6\nNO,8,9', true],
  ['a column for each age', 'land,0-17,18-64\nIT,5,6\nNO,8,9', true],
  ['a year above days', 'day,2023,2024\n2024-03-01,5,6\n2024-03-02,8,9', true],
])('%s', (_, text, isHeader) => {
  const [first = [], ...below] = table(text)
  expect(isHeaderRow(first, below)).toBe(isHeader)
})
