import { z } from 'zod'

/** A string in an object: absent and `null` are empty (spec 0.3). A NUL, which Postgres does not store, is a wrong type. */
export const Text = z
  .string()
  .refine(text => !text.includes('\0'))
  .nullish()
  .transform(text => text ?? '')

/** A boolean in an object that its sender may not know of. */
export const Flag = z
  .boolean()
  .nullish()
  .transform(flag => flag ?? undefined)

/**
 * An object as the body; unknown keys are ignored. What is not JSON, or has a wrong type in it, is `undefined` and not
 * refused here, because the caller's rights are looked at first.
 */
export function objectOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).optional().catch(undefined)
}
