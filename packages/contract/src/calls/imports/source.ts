import { z } from 'zod'
import { importLimits } from '../../limits.js'

/** The name of an import's source. */
export const source = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'must consist of a-z, 0-9, dots, hyphens and underscores')
  .max(importLimits.sourceChars)
  .describe('The name of the source. The same name and ID always become the same object.')
