// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

// Package wijipgx lets pgx send and read the type wiji as its 16 bytes, as [wiji.ID].
//
//	config.AfterConnect = wijipgx.Register // of a pgxpool.Config
//	err := wijipgx.Register(ctx, db)       // for a pgx.Conn
//
// The other Go types of an ID are string, [pgtype.Text], [16]byte, [pgtype.UUID] and types like
// uuid.UUID.  Without this package, pgx reads and sends IDs as text, and has no arrays of them.
package wijipgx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	wiji "wiji.example/go"
)

// Register registers wiji and its array type with a connection.  The database must have the
// extension: otherwise the error is the server's (42704).
func Register(ctx context.Context, db *pgx.Conn) error {
	var id, array uint32

	// OIDs differ between databases.  A statement that is not prepared works behind any pooler.
	err := db.QueryRow(ctx, "SELECT oid, typarray FROM pg_catalog.pg_type WHERE oid = 'wiji'::pg_catalog.regtype",
		pgx.QueryExecModeSimpleProtocol).Scan(&id, &array)
	if err != nil {
		return fmt.Errorf("could not look up the type wiji: %w", err)
	}
	register(db.TypeMap(), id, array)
	return nil
}

func register(types *pgtype.Map, id, array uint32) {
	element := &pgtype.Type{Name: "wiji", OID: id, Codec: codec{}}
	types.RegisterType(element)
	types.RegisterType(&pgtype.Type{Name: "_wiji", OID: array, Codec: &pgtype.ArrayCodec{ElementType: element}})
	// where the server does not say which type a parameter has
	types.RegisterDefaultPgType(wiji.ID{}, "wiji")
	types.RegisterDefaultPgType((*wiji.ID)(nil), "wiji")
	types.RegisterDefaultPgType([]wiji.ID(nil), "_wiji")
	types.RegisterDefaultPgType([]*wiji.ID(nil), "_wiji")
}

type codec struct{}

func (codec) FormatSupported(format int16) bool {
	return format == pgtype.TextFormatCode || format == pgtype.BinaryFormatCode
}

func (codec) PreferredFormat() int16 { return pgtype.BinaryFormatCode }

func (codec) PlanEncode(_ *pgtype.Map, _ uint32, format int16, value any) pgtype.EncodePlan {
	switch value.(type) {
	case wiji.ID, *wiji.ID, pgtype.UUIDValuer, pgtype.TextValuer:
		return encodePlan(format)
	}
	return nil
}

func (codec) PlanScan(_ *pgtype.Map, _ uint32, format int16, target any) pgtype.ScanPlan {
	switch target.(type) {
	case *wiji.ID, pgtype.UUIDScanner, pgtype.TextScanner, sql.Scanner:
		return scanPlan(format)
	}
	return nil
}

func (codec) DecodeDatabaseSQLValue(_ *pgtype.Map, _ uint32, format int16, src []byte) (driver.Value, error) {
	if src == nil {
		return nil, nil
	}
	id, err := decode(format, src)
	if err != nil {
		return nil, err
	}
	return id.String(), nil
}

func (codec) DecodeValue(_ *pgtype.Map, _ uint32, format int16, src []byte) (any, error) {
	if src == nil {
		return nil, nil
	}
	return decode(format, src)
}

func decode(format int16, src []byte) (wiji.ID, error) {
	if format == pgtype.TextFormatCode {
		return wiji.Parse(string(src))
	}
	return wiji.FromBytes(src)
}

// encodePlan and scanPlan are a format.
type encodePlan int16
type scanPlan int16

func (format encodePlan) Encode(value any, buf []byte) ([]byte, error) {
	id, valid, err := idOf(value)
	switch {
	case err != nil || !valid:
		return nil, err
	case int16(format) == pgtype.TextFormatCode:
		return id.AppendText(buf)
	}
	return id.AppendBinary(buf) // an error for the zero ID
}

// idOf returns the ID that a value is, or false for NULL.
func idOf(value any) (id wiji.ID, valid bool, err error) {
	switch value := value.(type) {
	case wiji.ID:
		return value, true, nil
	case *wiji.ID:
		// an element of a list, for which older versions of pgx would call a method of nil
		if value == nil {
			return id, false, nil
		}
		return *value, true, nil
	case pgtype.UUIDValuer:
		uuid, err := value.UUIDValue()
		if err != nil || !uuid.Valid {
			return id, false, err
		}
		id, err = wiji.FromBytes(uuid.Bytes[:])
		return id, true, err
	}
	text, err := value.(pgtype.TextValuer).TextValue()
	if err != nil || !text.Valid {
		return id, false, err
	}
	id, err = wiji.Parse(text.String)
	return id, true, err
}

func (format scanPlan) Scan(src []byte, target any) error {
	if src == nil {
		return scanNull(target)
	}
	id, err := decode(int16(format), src)
	if err != nil {
		return err
	}
	switch target := target.(type) {
	case *wiji.ID:
		*target = id
		return nil
	case pgtype.UUIDScanner:
		return target.ScanUUID(pgtype.UUID{Bytes: id, Valid: true})
	case pgtype.TextScanner:
		return target.ScanText(pgtype.Text{String: id.String(), Valid: true})
	}
	scanner := target.(sql.Scanner)
	if scanner.Scan(id.String()) == nil {
		return nil
	}
	return scanner.Scan(id.UUID()) // such as uuid.UUID, which reads no other form
}

func scanNull(target any) error {
	switch target := target.(type) {
	case pgtype.UUIDScanner:
		return target.ScanUUID(pgtype.UUID{})
	case pgtype.TextScanner:
		return target.ScanText(pgtype.Text{})
	}
	return target.(sql.Scanner).Scan(nil) // an error for a wiji.ID
}
