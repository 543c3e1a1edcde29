/** The classes of all inputs. */
export const inputClasses =
  'w-full rounded-md border border-edge bg-raised px-3 text-base aria-invalid:border-bad ' +
  'focus-visible:border-accent focus-visible:outline-offset-0'
