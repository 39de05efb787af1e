// A placeholder, as the domain is reserved: it changes when the module has an address.
module wiji.example/go

go 1.19
