import { jsonValue, pathMistake, valueAt } from './json-filters.js'
import type { TemplateFilter } from './nodes.js'
import type { TemplateSteps } from './steps.js'
import {
  encodedText,
  firstCharacters,
  joinedItems,
  mapMistake,
  mappedText,
  orOther,
  replacedText,
  rounded,
  truncated,
} from './text-filters.js'
import { dateText, durationText, sinceText, zoneMistake } from './time-filters.js'
import { fencedCode, inlineCode, lengthOf, SafeMarkdown, valueLink, valueQuote, valueText } from './values.js'

/** The most entries of a table of values. */
const maxEntries = 50

/** All filters by name. */
export const templateFilters: ReadonlyMap<string, TemplateFilter> = new Map<string, TemplateFilter>([
  ['truncate', { ...arity(1), needs: 'a number of characters', run: ofText(truncated) }],
  ['first', { ...arity(1, 2), needs: 'a number of characters', run: ofText(firstCharacters) }],
  ['upper', { ...arity(0), run: ofText(text => text.toUpperCase()) }],
  ['lower', { ...arity(0), run: ofText(text => text.toLowerCase()) }],
  ['line', { ...arity(0), run: ofText(text => text.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? '') }],
  ['replace', { ...arity(2), needs: 'a text and what replaces it', run: replacedText }],
  [
    'map',
    {
      ...arity(1, maxEntries),
      needs: 'entries such as "ok:✅"',
      mistake: mapMistake,
      run: ofText(mappedText),
    },
  ],
  ['round', { ...arity(0, 1), run: ofText(rounded) }],
  ['urlencode', { ...arity(0), run: encodedText }],
  ['date', { ...arity(0, 2), mistake: zoneMistake, run: dateText }],
  ['since', { ...arity(1), needs: 'an earlier time', run: ofText(sinceText) }],
  ['duration', { ...arity(0, 1), run: ofText((text, unit) => durationText(text, unit)) }],
  ['default', { ...arity(1), needs: 'a value', run: orOther }],
  ['join', { ...arity(1), needs: 'a separator', run: joinedItems }],
  ['count', { ...arity(0), run: (_, value) => lengthOf(value) }],
  ['json', { ...arity(0), run: jsonValue }],
  ['get', { ...arity(1), needs: 'a path in quotation marks', mistake: pathMistake, run: valueAt }],
  ['code', markdown(arity(0), inlineCode)],
  ['block', markdown(arity(0), fencedCode)],
  ['quote', markdown(arity(0), valueQuote)],
  ['link', markdown(arity(0, 1), (text, address = text) => valueLink(text, address))],
  ['raw', markdown(arity(0), text => new SafeMarkdown(text))],
])

function arity(least: number, most = least) {
  return { least, most, needs: '' }
}

type FilterRun = TemplateFilter['run']
type TextFilter<Made> = (text: string, ...args: string[]) => Made

/** Makes a filter that reads its value and arguments as text. */
function ofText<Made>(
  run: TextFilter<Made>,
  count?: (steps: TemplateSteps, text: string) => void,
): FilterRun {
  return (steps, ...given) => {
    const [text = '', ...args] = given.map(valueText)
    for (const { length } of [text, ...args]) steps.characters(length)
    count?.(steps, text)
    return run(text, ...args)
  }
}

function markdown(taken: ReturnType<typeof arity>, run: TextFilter<SafeMarkdown>): TemplateFilter {
  const counted = ofText(run, (steps, text) => steps.markdown(text.length))
  return { ...taken, isLast: true, run: counted }
}
