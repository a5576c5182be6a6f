export const formMessages = {
  invalidEmail: 'Invalid email address',
  shortPassword: 'Password must be at least 6 characters',
  shortFirstName: 'First name must be at least 2 characters',
  shortLastName: 'Last name must be at least 2 characters',
  passwordsDiffer: 'Passwords do not match',
}
