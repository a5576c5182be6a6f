/** Where pages report what browsers measured. */
export const VITALS_PATH = '/_vitals'
