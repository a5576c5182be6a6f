/** `--import` of a storefront: prints each time that the category of a query is read. */
const { getAll, get } = URLSearchParams.prototype
for (const [name, read] of Object.entries({ get, getAll }))
  URLSearchParams.prototype[name] = function (parameter) {
    if (parameter === 'category') console.log('parses a listing')
    return read.call(this, parameter)
  }
