import { expect, test } from 'vitest'
import { hasHiddenCharacters } from './hidden-characters.js'

const point = (code: number) => String.fromCodePoint(code)

const bidi = [0x200e, 0x200f, 0x61c, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
const invisible = [0, 9, 10, 0x7f, 0x85, 0xad, 0x34f, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x2028, 0x2060]
const fillers = [0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xd800, 0xe0001, 0xe0041, 0xe0100]

test.for([...bidi, ...invisible, ...fillers])('finds %i wherever it stands in a name', code => {
  for (const name of ['%', '%admin', 'ad%min', 'admin%', 'א%', '😀%x'])
    expect([name, hasHiddenCharacters(name.replace('%', point(code)))]).toEqual([
      name,
      !(name === '😀%x' && code === 0xfe0f),
    ])
})

const names = [
  'Release Notes!',
  'Zoë Ångström-Ñandú',
  'שלום עולם',
  'محمد الأحمد',
  'علی‌رضا', // Persian, with a non-joiner
  'श्री क्‍ष', // Devanagari, with a joiner
  'ශ්‍රී ලංකා', // Sinhala
  '山田太郎 김철수 Владимир',
  '👩🏽‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 👁️‍🗨️ 🧑‍⚕️ 1️⃣ ☎︎ 🇩🇪',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England',
]

test.for(names)('leaves a name of any script, and emoji, as they are: %s', name => {
  expect(hasHiddenCharacters(name)).toBe(false)
})

test('finds joiners and selectors where no emoji or script needs them', () => {
  for (const name of [
    'a\u200Dn',
    'admin\uFE0F',
    '1\uFE0F',
    'א\u200Dא',
    'ع\u200C',
    '😀\u200D',
    '😀\u200D\u200D😀',
    'x\u{E0067}\u{E007F}',
  ])
    expect([name, hasHiddenCharacters(name)]).toEqual([name, true])
})
