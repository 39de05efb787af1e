package wijipgx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	wiji "wiji.example/go"
)

const oid, arrayOID = 70000, 70001

const text, uuid = "06C303ZADAJC00E40000000C1S", "0660c03f-a9aa-9300-0710-000000003039"

var id = must(wiji.Parse(text))

func must(id wiji.ID, err error) wiji.ID {
	if err != nil {
		panic(err)
	}
	return id
}

// likeUUID is a type like uuid.UUID: it reads only the form of a UUID.
type likeUUID [16]byte

func (u *likeUUID) Scan(value any) error {
	text, _ := value.(string)
	if len(text) != 36 {
		return errors.New("not a UUID")
	}
	*u = likeUUID(must(wiji.Parse(text)))
	return nil
}

func (u likeUUID) Value() (driver.Value, error) { return wiji.ID(u).UUID(), nil }

func types() *pgtype.Map {
	m := pgtype.NewMap()
	register(m, oid, arrayOID)
	return m
}

func TestEncode(t *testing.T) {
	for _, value := range []any{
		id, &id, text, uuid, [16]byte(id), likeUUID(id), pgtype.UUID{Bytes: id, Valid: true}, pgtype.Text{String: text, Valid: true},
	} {
		found, err := types().Encode(oid, pgtype.BinaryFormatCode, value, nil)
		if err != nil || string(found) != string(id[:]) {
			t.Errorf("%T: found %x, %v", value, found, err)
		}
	}
	if found, err := types().Encode(oid, pgtype.TextFormatCode, id, nil); err != nil || string(found) != text {
		t.Errorf("text: found %q, %v", found, err)
	}
	for _, null := range []any{nil, (*wiji.ID)(nil), pgtype.UUID{}, pgtype.Text{}} {
		if found, err := types().Encode(oid, pgtype.BinaryFormatCode, null, nil); err != nil || found != nil {
			t.Errorf("%T: found %x, %v", null, found, err)
		}
	}
	for _, wrong := range []any{"coffee", "", [16]byte{}, pgtype.UUID{Valid: true}, wiji.ID{}, &wiji.ID{}} {
		if found, err := types().Encode(oid, pgtype.BinaryFormatCode, wrong, nil); !errors.Is(err, wiji.ErrInvalid) {
			t.Errorf("%v: found %x, %v", wrong, found, err)
		}
	}
	// the server would read the text of the zero ID neither
	if found, err := types().Encode(oid, pgtype.TextFormatCode, wiji.ID{}, nil); !errors.Is(err, wiji.ErrInvalid) {
		t.Errorf("text: found %x, %v", found, err)
	}
}

func TestScan(t *testing.T) {
	for format, src := range map[int16][]byte{pgtype.BinaryFormatCode: id[:], pgtype.TextFormatCode: []byte(text)} {
		pointer := &id
		for _, expected := range []any{
			id, pointer, text, [16]byte(id), likeUUID(id), pgtype.UUID{Bytes: id, Valid: true}, any(id),
			sql.NullString{String: text, Valid: true},
		} {
			target := reflect.New(reflect.TypeOf(expected))
			err := types().Scan(oid, format, src, target.Interface())
			if err != nil || !reflect.DeepEqual(target.Elem().Interface(), expected) {
				t.Errorf("format %d: expected %v, found %v, %v", format, expected, target.Elem(), err)
			}
		}
		var value any
		if err := types().Scan(oid, format, src, &value); err != nil || value != any(id) {
			t.Errorf("format %d: found %T, %v", format, value, err)
		}
	}
}

func TestScanNull(t *testing.T) {
	none := &id
	found := pgtype.Text{Valid: true}
	var required wiji.ID
	if err := types().Scan(oid, pgtype.BinaryFormatCode, nil, &none); err != nil || none != nil {
		t.Errorf("found %v, %v", none, err)
	}
	if err := types().Scan(oid, pgtype.BinaryFormatCode, nil, &found); err != nil || found.Valid {
		t.Errorf("found %v, %v", found, err)
	}
	if err := types().Scan(oid, pgtype.BinaryFormatCode, nil, &required); !errors.Is(err, wiji.ErrInvalid) {
		t.Errorf("found %v, %v", required, err)
	}
}

func TestArrays(t *testing.T) {
	later := must(wiji.New())
	expected := []wiji.ID{id, later}
	for _, value := range []any{expected, []string{text, later.UUID()}, [][16]byte{id, later}} {
		var found []wiji.ID
		sent, err := types().Encode(arrayOID, pgtype.BinaryFormatCode, value, nil)
		if err == nil {
			err = types().Scan(arrayOID, pgtype.BinaryFormatCode, sent, &found)
		}
		if err != nil || !reflect.DeepEqual(found, expected) {
			t.Errorf("%T: found %v, %v", value, found, err)
		}
	}
}

// With the database of DATABASE_URL, which has the extension.
func TestServer(t *testing.T) {
	if os.Getenv("DATABASE_URL") == "" {
		t.Skip("DATABASE_URL is not set")
	}
	ctx := context.Background()
	db, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(ctx)
	if err := Register(ctx, db); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(ctx, "CREATE TEMPORARY TABLE items (id wiji PRIMARY KEY DEFAULT wiji_generate(), other wiji, list wiji[], doc jsonb)"); err != nil {
		t.Fatal(err)
	}

	later := must(wiji.New())
	list := []*wiji.ID{&id, nil, &later}
	type row struct {
		ID    wiji.ID
		Other *wiji.ID
		List  []*wiji.ID
		Doc   map[wiji.ID][]wiji.ID
	}
	doc := map[wiji.ID][]wiji.ID{id: {later}}
	docText, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeDescribeExec, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol} {
		expected := row{must(wiji.New()), &id, list, doc}
		rows, _ := db.Query(ctx, "INSERT INTO items VALUES ($1, $2, $3, $4) RETURNING *", mode, expected.ID, expected.Other, expected.List, string(docText))
		found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[row])
		if err != nil || !reflect.DeepEqual(found, expected) {
			t.Errorf("%v: expected %v, found %v, %v", mode, expected, found, err)
		}
		if _, err := db.Exec(ctx, "INSERT INTO items VALUES ($1)", mode, wiji.ID{}); !errors.Is(err, wiji.ErrInvalid) {
			t.Errorf("%v: the zero ID was inserted: %v", mode, err)
		}
	}

	n, err := db.CopyFrom(ctx, pgx.Identifier{"items"}, []string{"id", "other", "list"}, pgx.CopyFromSlice(100, func(int) ([]any, error) {
		return []any{must(wiji.New()), nil, []wiji.ID{}}, nil
	}))
	if n != 100 || err != nil {
		t.Errorf("copied %d, %v", n, err)
	}

	var count int
	var greatest wiji.ID
	var all []wiji.ID
	err = db.QueryRow(ctx, "SELECT count(*), max(id), array_agg(id ORDER BY id) FROM items WHERE id = ANY ($1) OR list = '{}'", []wiji.ID{id}).
		Scan(&count, &greatest, &all)
	if err != nil || count != 100 || len(all) != 100 || greatest != all[99] {
		t.Errorf("found %d of %d, %v, %v", len(all), count, greatest, err)
	}
	if err := db.QueryRow(ctx, "SELECT ARRAY[NULL::wiji]").Scan(&all); err == nil {
		t.Errorf("a list with a null is %v", all)
	}
	var values []any
	if err := db.QueryRow(ctx, "SELECT ARRAY[$1::wiji, NULL]", id).Scan(&values); err != nil || !reflect.DeepEqual(values, []any{id, nil}) {
		t.Errorf("found %v, %v", values, err)
	}
}
