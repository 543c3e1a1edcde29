/**
 * What is not seen, or turns the direction of the text behind it: control and format characters, line separators, fillers,
 * variation selectors and tags (all that Unicode calls default ignorable), and the empty Braille pattern.
 */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\uFFF9-\uFFFB\u2800]/u

/** Scripts in which the two joiners decide how letters look, so that names need them. */
const joiningScripts = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mymr Nkoo Orya Sinh Syrc Taml Telu'.split(' ')
const letters = joiningScripts.map(script => `\\p{sc=${script}}`).join('')

/** Hidden characters where a name needs them: within an emoji, or between letters of a joining script. */
const needed = new RegExp(
  [
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]',
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    '(?<=\\u{1F3F4})[\\u{E0061}-\\u{E007A}]{4,6}\\u{E007F}', // flags of parts of countries
    // the joiner comes first, so that only joiners look back over the marks before them
    `[\\u200C\\u200D](?<=[${letters}]\\p{M}*.)(?=[${letters}])`,
  ].join('|'),
  'gu',
)

/**
 * Whether a name holds characters that nobody sees, or that change how the text around it reads, so that it could pass for
 * another name. Names in any script and emoji hold none; text that was stored before may.
 */
export function hasHiddenCharacters(name: string): boolean {
  return hidden.test(name.replace(needed, ''))
}

/** Removes these characters. */
export function withoutHiddenCharacters(name: string): string {
  const either = new RegExp(`(${needed.source})|${hidden.source}`, 'gu')
  return name.replace(either, (_, kept: string | undefined) => kept ?? '')
}
