import { fullWeight } from './together.js'

/** How many batches are taken to be posted together, while they are small. */
const maxSmallBatches = 64

/**
 * How many batches a worker takes at once: many while they are small, so that they are posted together; when what is
 * held fills a post, `fullBatches` and no more: the rest is for other workers.
 */
export function holdBatches(fullBatches: number, takeAtOnce: (batches: number) => void) {
  let held = 0
  const change = (weight: number) => {
    held += weight
    takeAtOnce(held < fullWeight ? maxSmallBatches : fullBatches)
  }
  return async <Result>(weight: number, task: () => Promise<Result>): Promise<Result> => {
    change(weight)
    return task().finally(() => change(-weight))
  }
}
