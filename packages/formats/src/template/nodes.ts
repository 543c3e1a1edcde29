import type { TemplateSteps } from './steps.js'

/** Where a path starts. `@index` and `@first` to `@key` belong to the innermost `each`. */
export const pathHeads = ['this', '@root', '@index', '@key', '@first', '@last'] as const
export type PathHead = (typeof pathHeads)[number]

/** `up`: how many blocks `../` leaves. */
export type TemplatePath = { kind: 'path'; head: PathHead; up: number; keys: string[]; at: number }
export type TemplateLiteral = { kind: 'literal'; value: string | number | boolean | null; at: number }
export type TemplateOperand = TemplatePath | TemplateLiteral

/** `markdown`: the field becomes markdown. `plain`: a key, a channel or a condition. */
export type FilterMode = 'markdown' | 'plain'

/** `least` and `most`: how many arguments it takes. `needs`: what they are, in words. `isLast`: whether it makes markdown. */
export type TemplateFilter = {
  least: number
  most: number
  needs: string
  isLast?: boolean
  /** Returns what is wrong with the arguments, as far as the template itself says. */
  mistake?: (args: TemplateOperand[]) => string | undefined
  /** Never throws anything but a fault of `steps`. `value` and `args` are JSON values, or undefined. */
  run: (steps: TemplateSteps, value: unknown, ...args: unknown[]) => unknown
}

export type FilterCall = { name: string; filter: TemplateFilter; args: TemplateOperand[]; at: number }

/** A value and what its filters make of it. */
export type Filtered = { of: TemplateOperand; filters: FilterCall[]; at: number }

export type ComparisonSign = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains'
export type TemplateCondition =
  | { kind: 'and' | 'or'; parts: TemplateCondition[] }
  | { kind: 'not'; of: TemplateCondition }
  | { kind: 'compare'; sign: ComparisonSign; left: Filtered; right: Filtered; at: number }
  | { kind: 'holds'; of: Filtered }

/** A link or image whose address is made of parts. */
export type TemplateLink = {
  kind: 'link'
  isImage: boolean
  label: TemplateNode[]
  address: TemplateNode[]
  at: number
}

export type TemplateNode =
  | TemplateLink
  | { kind: 'text'; text: string; at: number }
  | { kind: 'value'; value: Filtered; at: number }
  | { kind: 'each'; of: Filtered; body: TemplateNode[]; otherwise: TemplateNode[]; at: number }
  | {
      kind: 'if'
      branches: { condition: TemplateCondition; body: TemplateNode[] }[]
      otherwise: TemplateNode[]
      at: number
    }
