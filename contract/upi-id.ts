/** A UPI id (VPA), such as `asha@okbank`. */
export const UPI_ID = /^[\w.-]{2,256}@[a-z][a-z0-9]{1,63}$/i
