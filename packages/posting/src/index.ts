export { openPosting } from './posting.js'
