import pg from 'pg'
import { expect, test } from 'vitest'
import { type Fault, faultOf, isTransient } from './errors.js'

/** Every SQLSTATE of Postgres's documentation (Appendix A), by class. */
const documented: Record<string, string> = {
  '00': '000',
  '01': '000 003 004 006 007 008 00C P01',
  '02': '000 001',
  '03': '000',
  '08': '000 001 003 004 006 007 P01',
  '09': '000',
  '0A': '000',
  '0B': '000',
  '0F': '000 001',
  '0L': '000 P01',
  '0P': '000',
  '0Z': '000 002',
  '10': '608',
  '20': '000',
  '21': '000',
  '22':
    '000 001 002 003 004 005 007 008 009 00B 00C 00D 00E 00F 00G 00H 00J 010 011 012 013 014 015 016 018 019 01B 01E 01F ' +
    '01G 01H 01W 01X 021 022 023 024 025 026 027 02E 02F 02G 02H 030 031 032 033 034 035 036 037 038 039 03A 03B 03C ' +
    '03D 03E 03F 03G P01 P02 P03 P04 P05 P06',
  '23': '000 001 502 503 505 514 P01',
  '24': '000',
  '25': '000 001 002 003 004 005 006 007 008 P01 P02 P03 P04',
  '26': '000',
  '27': '000',
  '28': '000 P01',
  '2B': '000 P01',
  '2D': '000',
  '2F': '000 002 003 004 005',
  '34': '000',
  '38': '000 001 002 003 004',
  '39': '000 001 004 P01 P02 P03',
  '3B': '000 001',
  '3D': '000',
  '3F': '000',
  '40': '000 001 002 003 P01',
  '42': '000 501 601 602 611 622 701 702 703 704 710 712 723 725 803 804 809 830 846 883 939 P01 P02 P03 P04 P05 P06 P07 P08 P09 P10 P11 P12 P13 P14 P15 P16 P17 P18 P19 P20 P21 P22',
  '44': '000',
  '53': '000 100 200 300 400',
  '54': '000 001 011 023',
  '55': '000 006 P02 P03 P04',
  '57': '000 014 P01 P02 P03 P04 P05',
  '58': '000 030 P01 P02 P03',
  '72': '000',
  F0: '000 001',
  HV: '000 001 002 004 005 006 007 008 009 00A 00B 00C 00D 00J 00K 00L 00M 00N 00P 00Q 00R 010 014 021 024 090 091',
  P0: '000 001 002 003 004',
  XX: '000 001 002',
}

/** The only SQLSTATEs that may use up a delivery's tries. */
const payloadStates = '22001 22003 22008 22021 22030 22032 22P02 22P05 54000 54001'.split(' ')
const outageClasses = '08 0A 25 26 28 3D 3F 40 42 53 55 57 58 72 F0'.split(' ')

const states = Object.entries(documented).flatMap(([of, codes]) => codes.split(' ').map(code => of + code))

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('in Postgres’s words', 1, 'error'), { code })
}

test('counts only SQLSTATEs that a text can cause as the payload’s fault', () => {
  const ofPayload = states.filter(code => faultOf(databaseError(code)) === 'payload')
  expect(ofPayload).toEqual(payloadStates)
})

test.each(Object.keys(documented))('assigns every SQLSTATE of class %s to the documented cause', of => {
  const expected: Fault = outageClasses.includes(of) ? 'outage' : 'unclear'
  const found = states.filter(code => code.startsWith(of) && !payloadStates.includes(code))
  expect(found.map(code => [code, faultOf(databaseError(code))])).toEqual(found.map(code => [code, expected]))
})

const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
const wrapped = { kind: 'postgres', originalCode: '25006', originalMessage: 'read-only' }

const others: [what: string, error: unknown, fault: Fault][] = [
  ['a lost connection', new Error('Connection terminated unexpectedly'), 'outage'],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), 'outage'],
  ['a silent Postgres', new Error('Query read timeout'), 'outage'],
  [
    'a client after an error',
    new Error('Client has encountered a connection error and is not queryable'),
    'outage',
  ],
  ['a name that is not known', new Error('getaddrinfo EAI_AGAIN db'), 'outage'],
  ['an address that refuses', refused, 'outage'],
  ['several addresses that refuse', new AggregateError([refused, refused]), 'outage'],
  [
    'a wrong password by SCRAM',
    new Error('SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature is wrong'),
    'outage',
  ],
  ['what the adapter wraps', Object.assign(new Error('x'), { cause: wrapped }), 'outage'],
  ['a mistake in our code', new TypeError('undefined is not a function'), 'unclear'],
  ['what nobody foresaw', new Error('anything'), 'unclear'],
  ['what is no error', 'a text', 'unclear'],
]

test.each(others)('never counts %s as the payload’s fault', (_what, error, fault) => {
  expect(faultOf(error)).toBe(fault)
})

test('makes workers wait for a table that is missing while migrating, but does not count it as transient for a call', () => {
  expect(faultOf(databaseError('42P01'))).toBe('outage')
  expect(isTransient(databaseError('42P01'))).toBe(false)
  expect(isTransient(databaseError('25006'))).toBe(true)
})
