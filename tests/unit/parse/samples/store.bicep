targetScope = 'resourceGroup'

@description('Where it lies.')
param location string = 'west'
var title = 'shop'
type item = { name: string }
func add(a int) int => a

resource store 'Microsoft.Storage/storageAccounts@2021-02-01' = {
  name: title
}

module net './net.bicep' = {
  name: 'net'
}

output id string = store.id
